import type { PackageManager } from '../answers/answers';
import { SAMPLE_CMS_URL } from '../cms/url';
import { type ManagedFile, managedFiles } from './managed';
import type { ManagedInput } from './managed-input';
import { type Archive, MANIFEST_FILE, manifestText } from './manifest';
import { render } from './render';

export interface PlannedFile {
  /** The text to write; otherwise `copyFrom` is copied byte for byte. */
  contents?: string;
  copyFrom?: string;
  mode: number;
  /** `managed`: regenerate-config keeps it in step with the answers. `owner`: never touched again. */
  owner: 'managed' | 'owner';
}

/** Files by their path in the site, with forward slashes. The manifest is last, and is written last. */
export type Plan = ReadonlyMap<string, PlannedFile>;

export interface TemplateFile {
  /** Path in the site. */
  path: string;
  /** Where it is copied from. */
  source: string;
}

export interface PlanInput extends ManagedInput {
  packageName: string;
  template: readonly TemplateFile[];
  companion: Archive;
  runtime: Archive;
  /** Text of the template's package.json. */
  templatePackage: string;
}

const FILE_MODE = 0o644;

/** What a package manager must be told, so that it installs the packages and Next finds them: a file and its text. */
const settingsOf: Partial<Record<PackageManager, readonly [path: string, contents: string]>> = {
  pnpm: [
    'pnpm-workspace.yaml',
    `# pnpm 9 takes no such file without this line.
packages:
  - .
# From pnpm 11 on nothing is installed until it is said whose scripts may run. esbuild's only saves some milliseconds.
allowBuilds:
  esbuild: false
`,
  ],
  yarn: [
    '.yarnrc.yml',
    "# Next's compiler does not know Plug'n'Play. Yarn 1 does not read this file.\nnodeLinker: node-modules\n",
  ],
};

/** Everything a new site consists of. Pure: it reads and writes nothing. */
export function planSite(input: PlanInput): Plan {
  const plan = new Map<string, PlannedFile>();
  const owned = (path: string, contents: string) =>
    plan.set(path, { contents, mode: FILE_MODE, owner: 'owner' });
  for (const { path, source } of input.template) {
    plan.set(path, { copyFrom: source, mode: FILE_MODE, owner: 'owner' });
  }
  owned('package.json', packageJson(input));
  owned('README.md', render.readme(viewOf(input)));
  owned('AGENTS.md', render.agents(viewOf(input)));
  const settings = settingsOf[viewOf(input).manager];
  if (settings) owned(...settings);
  const managed = managedFiles(input);
  for (const [path, { contents, mode }] of managed) plan.set(path, { contents, mode, owner: 'managed' });
  for (const [path, contents] of baseFiles(managed))
    plan.set(basePath(path), { contents, mode: FILE_MODE, owner: 'managed' });
  const archives = [input.companion, input.runtime];
  for (const { path, source } of archives)
    plan.set(path, { copyFrom: source, mode: FILE_MODE, owner: 'managed' });
  const manifest = manifestText(input, managed, archives);
  plan.set(MANIFEST_FILE, { contents: manifest, mode: FILE_MODE, owner: 'managed' });
  return plan;
}

/** What was generated last, by the path of the file, kept for the three-way merge; secret values are left out. */
export function baseFiles(managed: ReadonlyMap<string, ManagedFile>): Map<string, string> {
  return new Map([...managed].map(([path, file]) => [path, file.base ?? file.contents]));
}

/**
 * Where the base copy of a managed file lies: under the very same name, so that what Git ignores (`.env.local`, and
 * by the copied `wordpress/.gitignore` the plugin's settings) has a base per machine, as the file itself is.
 */
export function basePath(path: string): string {
  return `.headless-site/base/${path}`;
}

/** Yarn would give vitest the newest vite beside ours, and that one does not run on every Node that we promise. */
function packageJson({ templatePackage, packageName: name, answers, runtime }: PlanInput): string {
  const template = JSON.parse(templatePackage);
  template.dependencies['headless-site'] = `file:${runtime.path}`;
  const resolutions =
    answers.cli?.packageManager === 'yarn' ? { vite: template.devDependencies.vite } : undefined;
  return `${JSON.stringify({ ...template, name, resolutions }, null, 2)}\n`;
}

function viewOf({ config, answers, packageName }: PlanInput) {
  return {
    name: packageName,
    siteName: answers.site?.name || packageName,
    manager: answers.cli?.packageManager ?? 'npm',
    cmsUrl: config.wordpress.graphqlUrl,
    siteUrl: config.site.url ?? '',
    sample: config.wordpress.graphqlUrl === SAMPLE_CMS_URL,
  };
}
