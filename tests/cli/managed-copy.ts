import { cpSync } from 'node:fs';
import path from 'node:path';
import { json } from './cli';

/** The managed files of a site alone, which is all that regenerate-config looks at: a site is quickly copied then. */
export function managedCopy(site: string, to: string): string {
  const { files } = json<{ files: Record<string, unknown> }>(site, '.headless-site/manifest.json');
  for (const file of [...Object.keys(files), '.headless-site']) {
    cpSync(path.join(site, file), path.join(to, file), { recursive: true });
  }
  return to;
}
