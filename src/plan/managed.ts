import type { Answers } from '../answers/answers';
import { GRAVATAR_HOSTS } from '../cms/url';
import type { SiteConfig } from '../runtime/config';
import { companionBase, companionSettings } from './companion-settings';
import { envExample, envLocal } from './environment';
import { jsonText } from './json';
import type { ManagedInput } from './managed-input';
import { render } from './render';
import { siteAnswers } from './site-config';
import { siteConfigSchema } from './site-config-schema';

export interface ManagedFile {
  contents: string;
  /** What may be kept of it, where the contents hold secrets. */
  base?: string;
  mode: number;
  /** How two changes to it are brought together. */
  merge: 'json' | 'env' | 'text';
}

export const ENV_FILE = '.env.local';
export const COMPANION_FILE = 'wordpress/companion-settings.json';
/** Managed too, and no text: it comes with the program, see `Archive`. */
export const ARCHIVE_FILE = 'wordpress/companion.zip';
export const ANSWERS_FILE = 'site.config.json';

const READABLE = 0o644;
const SECRET = 0o600;

/** The files that follow from the answers and are kept in step with them. Pure. */
export function managedFiles(input: ManagedInput): Map<string, ManagedFile> {
  const { config, answers, secrets } = input;
  const json = (value: unknown): ManagedFile => ({
    contents: jsonText(value),
    mode: READABLE,
    merge: 'json',
  });
  const text = (contents: string): ManagedFile => ({ contents, mode: READABLE, merge: 'text' });
  const files = new Map<string, ManagedFile>([
    [ANSWERS_FILE, json(siteAnswers(config, answers))],
    ['.headless-site/site.config.schema.json', json(siteConfigSchema)],
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
    ['image-hosts.json', json(imageHosts(config, answers))],
  ]);
  for (const type of Object.keys(config.rendering.custom ?? {})) {
    files.set(customRoute(type), text(render.customType({ type })));
  }
  return files;
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

function companionView(config: SiteConfig, { cli }: Answers) {
  const { preview } = config.features;
  return {
    manager: cli?.packageManager ?? 'npm',
    cmsUrl: config.wordpress.graphqlUrl,
    siteUrl: config.site.url ?? '',
    preview: typeof preview === 'boolean' ? preview : preview.enabled,
  };
}
