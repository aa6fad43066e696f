/**
 * Stands in the place of Next's module of this name (`build/config.ts`), which makes of each page what Next's links load of it ahead, part
 * by part: a fourteenth of a build. A page that is stored without Next's scripts is stored without them, so they are not made.
 */
// @ts-expect-error Next has types of its CommonJS modules only.
import * as nexts from 'next/dist/esm/server/app-render/collect-segment-data.js';
import { hasClientComponent, zeroJsModules } from './flight.ts';

// @ts-expect-error The same.
export { collectPrefetchHints } from 'next/dist/esm/server/app-render/collect-segment-data.js';

/**
 * @param all what Next's own takes; the second is the page's flight data
 * @returns undefined for a page without them, which is what Next makes of one that has none
 */
export async function collectSegmentData(...all: unknown[]): Promise<Map<string, Buffer> | undefined> {
  const [, flight] = all;
  const { known } = zeroJsModules;
  const isZeroJs = known && Buffer.isBuffer(flight) && hasClientComponent(flight, known) === false;
  return isZeroJs ? undefined : nexts.collectSegmentData(...all);
}
