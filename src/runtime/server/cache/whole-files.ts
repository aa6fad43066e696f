/**
 * Files of the cache that are whole or not there. Each is written beside and renamed, so a kill leaves the old one or the new one. The
 * metadata of a page or route says how old it is and has a checksum of the rest: files of two renders, or one that was cut, do not match.
 */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type { Value } from './types.ts';

/** The file operations of Next's cache. */
export interface CacheFiles {
  writeFile(file: string, data: string | Uint8Array): Promise<void>;
  readFile(file: string, encoding: 'utf8'): Promise<string>;
}

/** Its end of a file's name: metadata of a page or route. */
export const META = '.meta';

/**
 * @param files of Next
 * @param lastModified of what is written, in milliseconds since 1970
 * @param value of which metadata gets the checksum
 */
export function wholeFiles<Files extends CacheFiles>(
  files: Files,
  lastModified: number,
  value: Value | null,
): Files {
  const date = new Date(lastModified);
  const writeFile = async (file: string, data: string | Uint8Array) => {
    const beside = `${file}.${randomUUID()}.new`;
    const content = file.endsWith(META) && value ? stamped(data, lastModified, checksum(value)) : data;
    try {
      await files.writeFile(beside, content);
      await fs.promises.utimes(beside, new Date(), date);
      await fs.promises.rename(beside, file);
    } catch (error) {
      await fs.promises.rm(beside, { force: true }).catch(() => {});
      throw error;
    }
  };
  return { ...files, writeFile };
}

const stamped = (meta: string | Uint8Array, routeCacheLastModified: number, sum: string): string =>
  JSON.stringify({ ...JSON.parse(String(meta)), routeCacheLastModified, sum });

/** @returns a checksum over all parts that a page or route has on disk */
export function checksum({ html, rscData, body }: Pick<Value, 'html' | 'rscData' | 'body'>): string {
  const hash = createHash('sha1');
  for (const part of [html, rscData, body])
    if (typeof part === 'string' || part instanceof Uint8Array) hash.update(part).update('\0');
  return hash.digest('base64url');
}

/**
 * Whether a page or route is as it was written.
 * @param file of its metadata; one without a checksum is of an older version
 */
export async function isWhole(files: CacheFiles, file: string, value: Value): Promise<boolean> {
  const { sum } = JSON.parse(await files.readFile(file, 'utf8')) as { sum?: string };
  return sum === undefined || sum === checksum(value);
}
