import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseTarGzip } from 'nanotar';
import { CliError } from '../base/errors';
import type { Archive } from '../plan/bundled';
import { EJECTED } from '../plan/package-json';

/**
 * The runtime, sources and all, as files of the site: its owner's from then on.
 * @param root folder of the site
 * @returns bytes of each file by its path in the site
 * @throws {CliError} `target` where there is such a folder
 */
export async function ejectedFiles(root: string, runtime: Archive): Promise<Map<string, Buffer>> {
  if (existsSync(path.join(root, EJECTED))) {
    throw new CliError('target', `The folder ${EJECTED}/ is there already.`, {
      fix: 'Move it away first. If it is the runtime that you own, there is nothing to eject.',
    });
  }
  const entries = await parseTarGzip(readFileSync(runtime.source));
  // npm packs everything into a folder of this name.
  const files = entries.filter(({ type, name }) => type === 'file' && name.startsWith('package/'));
  return new Map(files.map(({ name, data }) => [name.replace('package', EJECTED), Buffer.from(data ?? [])]));
}
