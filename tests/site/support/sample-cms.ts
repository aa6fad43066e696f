import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the tests use of the sample CMS. Spelt out here, because its folder may be deleted. */
export interface SampleCms {
  url: string;
  graphqlUrl: string;
  port: number;
  control: {
    set(change: { delayMs?: number; failure?: unknown; posts?: number; reset?: boolean }): unknown;
    content(change: Record<string, unknown>): { id: number };
    menu(change: Record<string, unknown>): unknown;
    reset(): unknown;
    log(): { total: number; maxInFlight: number; requests: { operation: string; variables: unknown }[] };
    clearLog(): void;
  };
  close(): Promise<void>;
}

const fileOf = (site: string) => path.join(site, 'sample-cms/index.mjs');

export const hasSampleCms = (site: string) => existsSync(fileOf(site));

/**
 * Starts the sample CMS of a site on a free port.
 * @throws where it was deleted
 */
export async function startSampleCms(site: string, previewSecret: string): Promise<SampleCms> {
  // Not by name: a type check and a build must go without it.
  const module = await import(/* @vite-ignore */ pathToFileURL(fileOf(site)).href);
  return module.startSampleCms({ port: 0, previewSecret });
}

/** Test files that look at a running site, and so at the sample CMS behind it. @param site its folder */
export function testsWithSampleCms(site: string): string[] {
  return readdirSync(path.join(site, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => /support\/(?:context|site-server)'/.test(readFileSync(path.join(site, file), 'utf8')));
}
