import { cliVersion } from '../base/package';
import { SAMPLE_CMS_URL } from '../runtime/base/sample-cms-url';
import { optionalPackages } from '../runtime/config/optional-packages';
import type { Archive } from './bundled';
import { jsonText } from './json';
import type { ManagedInput } from './managed-input';

/** Folder of a runtime that the owner has taken over. */
export const EJECTED = 'headless-site';

/** The archives that a site has: which follows from its answers. */
export function archivesOf({ config, answers, bundled }: ManagedInput): Archive[] {
  const { companion, runtime, sampleCms, template } = bundled.archives;
  const isVendored = (answers.cli?.runtime ?? 'vendor') === 'vendor';
  return [companion, template, ...(isVendored ? [runtime] : []), ...(isSample(config) ? [sampleCms] : [])];
}

/** The packages that a site has: the template's, without those that its answers do not ask for. */
export function packageJson(input: ManagedInput): string {
  const { config, answers, packageName: name, inWorkspace, bundled } = input;
  const { dependencies, devDependencies, ...template } = JSON.parse(bundled.templatePackage);
  const { runtime, sampleCms } = bundled.archives;
  const source = { vendor: `file:${runtime.path}`, registry: cliVersion, own: `file:${EJECTED}` };
  // A runtime that the owner compiles needs them all.
  const isOwn = answers.cli?.runtime === 'own';
  const unasked = isOwn ? [] : optionalPackages.filter(({ isAsked }) => !isAsked(config));
  for (const name of unasked.flatMap(({ names }) => names)) {
    delete dependencies[name];
    delete devDependencies[name];
  }
  dependencies['headless-site'] = source[answers.cli?.runtime ?? 'vendor'];
  if (isSample(config)) devDependencies['headless-site-sample-cms'] = `file:${sampleCms.path}`;
  // Yarn would give vitest the newest vite beside ours, and that one does not run on every Node that we promise. In a
  // workspace it reads this of the root alone.
  const isRoot = answers.cli?.packageManager === 'yarn' && !inWorkspace;
  const resolutions = isRoot ? { vite: devDependencies.vite } : undefined;
  return jsonText({
    ...template,
    name,
    dependencies: sorted(dependencies),
    devDependencies: sorted(devDependencies),
    resolutions,
  });
}

export function isSample({ wordpress }: ManagedInput['config']): boolean {
  return wordpress.graphqlUrl === SAMPLE_CMS_URL;
}

/**
 * Sorts them as npm writes them, so that the next `npm install` of a package changes one line. Names of packages are lower-case ASCII, where npm's
 * order by language is the order of the code units; to load a language's takes 8 ms of a new site's 160.
 */
function sorted(packages: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
}
