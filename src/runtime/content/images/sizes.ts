/** Times as wide as the one before. Next offers 640, 750 and 828; what one more saves a phone costs each page its address. */
const STEP = 1.25;

/**
 * A `srcset` without files that are hardly wider than the one before, and without those that are wider than the original: the optimiser
 * would answer each of these with the same bytes. The first one above says the original's true width.
 * @param srcSet as `getImageProps()` of next/image makes it: `… 640w, … 750w`
 * @param original in pixels; unknown where it is undefined, and nothing is left out
 * @param most no file is wider than what is needed for this many pixels
 */
export function existingSizes(srcSet: string, original = Infinity, most = Infinity): string {
  const kept: string[] = [];
  const needed = Math.min(original, most);
  let last = 0;
  for (const candidate of srcSet.split(', ')) {
    const [address = '', width = ''] = candidate.split(' ');
    const pixels = Number.parseInt(width, 10);
    if (pixels < needed && pixels < STEP * last) continue;
    kept.push(`${address} ${Math.min(pixels, original)}w`);
    if (pixels >= needed) break;
    last = pixels;
  }
  return kept.join(', ');
}
