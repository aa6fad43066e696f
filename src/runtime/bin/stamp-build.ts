import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes into a build how old its pages are: as old as the question to the CMS, not as the file. Next would go by the
 * file's time, and whatever copies files without it would make a build look newer than changes that it does not hold.
 * Read by `cache/handler.ts` (BUILT_AT) and by Next (`routeCacheLastModified`).
 * @param root folder of the site, after `next build`
 * @param began milliseconds since 1970: before the first request to the CMS
 */
export function stampBuild(root: string, began: number): void {
  const build = path.join(root, '.next');
  for (const name of readdirSync(path.join(build, 'server/app'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.meta')) continue;
    const file = path.join(build, 'server/app', name);
    const meta = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...meta, routeCacheLastModified: began }));
  }
  writeFileSync(path.join(build, 'BUILT_AT'), String(began));
}
