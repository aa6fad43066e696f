import type { Answers, PackageManager } from '../answers/answers';
import { GRAVATAR_HOSTS } from '../cms/url';
import type { SiteConfig } from '../runtime/config';
import { companionBase, companionSettings } from './companion-settings';
import { envExample, envLocal } from './environment';
import { jsonText } from './json';
import type { ManagedInput } from './managed-input';
import { isSample, packageJson } from './package-json';
import { render } from './render';
import { siteAnswers } from './site-config';
import { siteConfigSchema } from './site-config-schema';

export interface ManagedFile {
  contents: string;
  /** The part of it that may be kept, where the contents hold secrets. */
  base?: string;
  mode: number;
  /** How two changes to it are brought together. `keep`: once its owner has changed it, nothing comes into it. */
  merge: 'json' | 'env' | 'text' | 'keep';
}

/** Where this tool records what it wrote. */
export const STATE_FOLDER = '.headless-site';
export const ENV_FILE = '.env.local';
export const COMPANION_FILE = 'wordpress/companion-settings.json';
/** Managed too, and no text: it comes with the program, see `Archive`. */
export const ARCHIVE_FILE = 'wordpress/companion.zip';
/** Managed, and no text for people: the template's files as they came, for the next upgrade. */
export const TEMPLATE_FILE = `${STATE_FOLDER}/template.json.gz`;
export const ANSWERS_FILE = 'site.config.json';
export const BASE_FILE = `${STATE_FOLDER}/base.json`;
export const LOCAL_BASE_FILE = `${STATE_FOLDER}/base.local.json`;
export const PACKAGE_FILE = 'package.json';

const READABLE = 0o644;
const SECRET = 0o600;

/** Settings without which a package manager does not install the packages, or Next does not find them: files and their texts. */
const settingsOf: Partial<Record<PackageManager, Readonly<Record<string, string>>>> = {
  pnpm: {
    'pnpm-workspace.yaml': `# pnpm 9 takes no such file without this line.
packages:
  - .
# From pnpm 11 on nothing is installed until it is said whose scripts may run. esbuild's only saves some milliseconds.
allowBuilds:
  esbuild: false
`,
    '.npmrc': `# The site is the root of a workspace of its own, and up to 10.4 pnpm adds packages to one only with this line. It reads it here alone.
ignore-workspace-root-check=true
`,
  },
  yarn: {
    '.yarnrc.yml':
      "# Next's compiler does not know Plug'n'Play. Yarn 1 does not read this file.\nnodeLinker: node-modules\n",
  },
};

/** A site has these unless it is in a workspace. */
export const SETTINGS_FILES = Object.values(settingsOf).flatMap((files) => Object.keys(files));

/** The files that follow from the answers and are kept in step with them. Pure. */
export function managedFiles(input: ManagedInput): Map<string, ManagedFile> {
  const { config, answers, secrets } = input;
  const json = (value: unknown): ManagedFile => ({
    contents: jsonText(value),
    mode: READABLE,
    merge: 'json',
  });
  const text = (contents: string): ManagedFile => ({ contents, mode: READABLE, merge: 'text' });
  const prose = (contents: string): ManagedFile => ({ contents, mode: READABLE, merge: 'keep' });
  const files = new Map<string, ManagedFile>([
    [ANSWERS_FILE, json(siteAnswers(config, answers))],
    // For editors alone.
    [
      '.headless-site/site.config.schema.json',
      { contents: `${JSON.stringify(siteConfigSchema)}\n`, mode: READABLE, merge: 'json' },
    ],
    ['.env.example', { contents: envExample(input), mode: READABLE, merge: 'env' }],
    [ENV_FILE, { ...envLocal(input), mode: SECRET, merge: 'env' }],
    [
      COMPANION_FILE,
      {
        contents: jsonText(companionSettings(config, secrets)),
        base: jsonText(companionBase(config, secrets)),
        mode: SECRET,
        merge: 'json',
      },
    ],
    ['wordpress/README.md', text(render.wordpressReadme(companionView(config, answers)))],
    // Inside the folder, so that it holds even where the repository brings its own .gitignore. A run that was killed
    // leaves `companion-settings.json.<number>.tmp`.
    ['wordpress/.gitignore', text('companion-settings.json*\n')],
    ['.headless-site/.gitignore', text('base.local.json*\nbackup\n*.lock\n')],
    ['image-hosts.json', json(imageHosts(config, answers))],
    [PACKAGE_FILE, { contents: packageJson(input), mode: READABLE, merge: 'json' }],
    ['README.md', prose(render.readme(siteView(input)))],
    ['AGENTS.md', prose(render.agents(siteView(input)))],
  ]);
  const settings = input.inWorkspace ? undefined : settingsOf[siteView(input).manager];
  for (const [path, contents] of Object.entries(settings ?? {})) {
    // Owners keep tokens of registries in it: a merge could show them.
    files.set(path, path === '.npmrc' ? prose(contents) : text(contents));
  }
  for (const type of Object.keys(config.rendering.custom ?? {})) {
    files.set(customRoute(type), text(render.customType({ type })));
  }
  return files;
}

/** The files of one machine: they hold secrets, and Git ignores them. */
export function isLocalFile(path: string): boolean {
  return path === ENV_FILE || path === COMPANION_FILE;
}

export function customRoute(type: string): string {
  return `app/${type}/[[...path]]/page.ts`;
}

export function isCustomRoute(path: string): boolean {
  return /^app\/[a-z][a-z0-9_-]*\/\[\[\.\.\.path\]\]\/page\.ts$/.test(path);
}

/** Exact hosts: the CMS, where its images are when that is elsewhere, and the avatars of WordPress. */
function imageHosts({ wordpress }: SiteConfig, { cli }: Answers): string[] {
  const own = new URL(wordpress.graphqlUrl).hostname;
  return [...new Set([own, wordpress.domain, ...(cli?.imageHosts ?? []), ...GRAVATAR_HOSTS])];
}

function siteView({ config, answers, packageName }: ManagedInput) {
  return {
    name: packageName,
    siteName: answers.site?.name || packageName,
    manager: answers.cli?.packageManager ?? 'npm',
    cmsUrl: config.wordpress.graphqlUrl,
    siteUrl: config.site.url ?? '',
    sample: isSample(config),
  };
}

function companionView(config: SiteConfig, { cli }: Answers) {
  const { preview } = config.features;
  return {
    manager: cli?.packageManager ?? 'npm',
    cmsUrl: config.wordpress.graphqlUrl,
    siteUrl: config.site.url ?? '',
    preview: typeof preview === 'boolean' ? preview : preview.enabled,
  };
}
