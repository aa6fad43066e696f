/**
 * A `srcset` without files that are wider than the original, which the optimiser does not make: it would answer each with the same
 * bytes. The first one above says the original's true width.
 * @param srcSet as `getImageProps()` of next/image makes it: `… 640w, … 750w`
 * @param original in pixels; unknown where it is undefined, and nothing is left out
 * @param most no file is wider than what is needed for this many pixels
 */
export function existingSizes(srcSet: string, original = Infinity, most = Infinity): string {
  const kept: string[] = [];
  for (const candidate of srcSet.split(', ')) {
    const [address = '', width = ''] = candidate.split(' ');
    const pixels = Number.parseInt(width, 10);
    kept.push(`${address} ${Math.min(pixels, original)}w`);
    if (pixels >= Math.min(original, most)) break;
  }
  return kept.join(', ');
}
