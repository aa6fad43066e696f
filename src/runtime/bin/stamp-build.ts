import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checksum } from '../server/cache/whole-files.ts';

interface Prerendered {
  initialRevalidateSeconds?: number | false;
  initialExpireSeconds?: number;
}

/**
 * Writes into a build how old its pages are: as old as the question to the CMS, not as the file. Next would go by the
 * file's time, and whatever copies files without it would make a build look newer than changes that it does not hold.
 * Read by `server/cache/start.ts` (BUILT_AT) and by Next (`routeCacheLastModified`). Beside it stands for how long each page may be shown, which
 * Next keeps apart from the pages of a build, and with those that it makes itself; and a checksum, by which a page that was cut is found.
 * @param root folder of the site, after `next build`
 * @param began milliseconds since 1970: before the first request to the CMS
 */
export function stampBuild(root: string, began: number): void {
  const build = path.join(root, '.next');
  const manifest = JSON.parse(readFileSync(path.join(build, 'prerender-manifest.json'), 'utf8'));
  const routes: Record<string, Prerendered> = manifest.routes;
  for (const name of readdirSync(path.join(build, 'server/app'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.meta')) continue;
    const file = path.join(build, 'server/app', name);
    const meta = JSON.parse(readFileSync(file, 'utf8'));
    const cacheControl = cacheControlOf(routes[`/${name.slice(0, -'.meta'.length).replace(/^index$/, '')}`]);
    const sum = checksum({
      html: readIfThere(file, '.html'),
      rscData: readIfThere(file, '.rsc'),
      body: readIfThere(file, '.body'),
    });
    writeFileSync(file, JSON.stringify({ ...meta, ...cacheControl, routeCacheLastModified: began, sum }));
  }
  writeFileSync(path.join(build, 'BUILT_AT'), String(began));
}

/** @param file the metadata of a page or route */
function readIfThere(file: string, end: string): Uint8Array | undefined {
  const place = file.slice(0, -'.meta'.length) + end;
  return existsSync(place) ? readFileSync(place) : undefined;
}

function cacheControlOf(route: Prerendered | undefined) {
  if (route?.initialRevalidateSeconds === undefined) return {};
  return { cacheControl: { revalidate: route.initialRevalidateSeconds, expire: route.initialExpireSeconds } };
}
