/** WordPress's own pairs of colours. Those of a theme are known to WordPress alone: their images keep the colours that they have. */
const PRESETS: Readonly<Record<string, string>> = {
  'dark-grayscale': '000000-7f7f7f',
  grayscale: '000000-ffffff',
  'purple-yellow': '8c00b7-fcff41',
  'blue-red': '000097-ff4747',
  midnight: '000000-00a5ff',
  'magenta-yellow': 'c7005a-fff278',
  'purple-green': 'a60072-67ff66',
  'blue-orange': '1900d8-ffa96b',
};

/** The element with the class, what may stand between it and its image (a link, a cover's colour), and the image. */
const PICTURE =
  /(<\w+\b[^>]*[\s"]wp-duotone-([a-z0-9-]{1,60})(?=[\s"])[^>]*>)((?:\s*<(?!img\b)[^>]*>){0,3}\s*)<img\b([^>]*)>/g;

/**
 * Images in two colours, as WordPress does it: by a filter, which WordPress puts at the end of its page. Colours that an editor chose are in
 * the name of the class.
 * @param clean that the sanitiser has made: well-formed
 */
export function inTwoColors(clean: string): string {
  if (!clean.includes('wp-duotone-')) return clean;
  const made = new Set<string>();
  return clean.replace(PICTURE, (all, around: string, slug: string, between: string, attributes: string) => {
    const colors = PRESETS[slug] ?? /^([\da-f]{6}-[\da-f]{6})(?:-\d+)?$/.exec(slug)?.[1];
    if (!colors) return all;
    const filter = made.has(colors) ? '' : filterOf(colors);
    made.add(colors);
    return `${around}${filter}${between}<img${withFilter(attributes, colors)}>`;
  });
}

function withFilter(attributes: string, colors: string): string {
  // The ground that shows where an image has not come yet would be of the light colour.
  const filter = `background:none;filter:url(#duotone-${colors})`;
  return / style="/.test(attributes)
    ? attributes.replace(/ style="/, ` style="${filter};`)
    : ` style="${filter}"${attributes}`;
}

function filterOf(colors: string): string {
  const pairs = colors.split('-').map((color) => color.match(/../g) ?? []);
  const table = (channel: number) =>
    pairs.map((pair) => Math.round(Number.parseInt(pair[channel] ?? '0', 16) / 2.55) / 100).join(' ');
  const row = '.299 .587 .114 0 0 ';
  return (
    '<svg width="0" height="0" aria-hidden="true" style="position:absolute">' +
    `<filter id="duotone-${colors}" color-interpolation-filters="sRGB">` +
    `<feColorMatrix values="${row.repeat(3)}0 0 0 1 0"/><feComponentTransfer>` +
    ['R', 'G', 'B'].map((name, at) => `<feFunc${name} type="table" tableValues="${table(at)}"/>`).join('') +
    '</feComponentTransfer></filter></svg>'
  );
}
