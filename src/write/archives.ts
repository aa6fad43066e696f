import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { cliVersion, packageRoot } from '../base/package';
import type { Archive, Bundled } from '../plan/bundled';
import { ARCHIVE_FILE, TEMPLATE_FILE } from '../plan/managed';
import { bytesHash } from './bytes-hash';

/** What the build packed. */
export function packedArchives(): Bundled['archives'] {
  return {
    companion: { path: ARCHIVE_FILE, ...packed('companion.zip') },
    runtime: vendored('headless-site'),
    sampleCms: vendored('headless-site-sample-cms'),
    template: { path: TEMPLATE_FILE, ...packed('template.json.gz') },
  };
}

/** Text of each file of a template by its path in the site. */
export type Tree = Record<string, string>;

const treeSchema = z.record(z.string(), z.string());

/** The template of this version. The package holds it once, packed: sites keep the same file for their next upgrade. */
export const packedTemplate = (): Tree => readTree(readFileSync(packed('template.json.gz').source));

/** @throws where the packed tree cannot be read: without it every file of a site would look as if it were needed no more */
export function readTree(bytes: Buffer): Tree {
  return treeSchema.parse(JSON.parse(gunzipSync(bytes).toString('utf8')));
}

/** A package. Lock files hold the integrity of what they name, so a new content needs a new name. */
function vendored(name: string): Archive {
  const archive = packed(`${name}.tgz`);
  return { path: `vendor/${name}-${cliVersion}-${archive.sha256.slice(0, 8)}.tgz`, ...archive };
}

/** Whether a file of a site is one of these. */
export function isArchive(path: string): boolean {
  return path === ARCHIVE_FILE || path === TEMPLATE_FILE || /^vendor\/[\w.+-]+\.tgz$/.test(path);
}

/** @returns the path of an archive without what changes with its content */
export function kindOf(path: string): string {
  return path.replace(/-\d[^/]*\.tgz$/, '');
}

function packed(name: string): Omit<Archive, 'path'> {
  const source = path.join(packageRoot, 'dist', name);
  return { source, sha256: bytesHash(readFileSync(source)) };
}
