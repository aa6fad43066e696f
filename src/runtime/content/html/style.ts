import { fileHref } from './links.ts';

/** Longer styles are dropped: the longest that the block editor writes has about 600 characters. */
const MAX_LENGTH = 2_000;

/** All that the block editor lets people choose; nothing that takes an element out of its place: no position, no transform. */
const PROPERTIES = new Set([
  ...['color', 'background', 'background-color', 'background-image', 'background-position'],
  ...['background-repeat', 'background-size', 'box-shadow', 'opacity'],
  ...['font-family', 'font-size', 'font-style', 'font-weight', 'letter-spacing', 'line-height', 'text-align'],
  ...['text-decoration', 'text-indent', 'text-transform', 'text-shadow', 'vertical-align', 'writing-mode'],
  ...[
    'width',
    'min-width',
    'max-width',
    'height',
    'min-height',
    'aspect-ratio',
    'object-fit',
    'object-position',
  ],
  ...[
    'gap',
    'row-gap',
    'column-gap',
    'column-count',
    'flex-basis',
    'flex-direction',
    'flex-grow',
    'flex-shrink',
    'flex-wrap',
    'grid-template-columns',
  ],
  ...['grid-column', 'grid-row', 'align-items', 'align-self', 'justify-content', 'list-style-type'],
  ...['padding', 'margin', 'border'],
]);
const SIDES = /^(padding|margin|border)-(?:top|right|bottom|left|(?:inline|block)(?:-(?:start|end))?)$/;
const BORDERS = /^border(?:-(?:top|right|bottom|left))?-(?:color|style|width)$/;
const CORNERS = /^border(?:-(?:top|bottom)-(?:left|right))?-radius$/;

/** Words, numbers, colours; no `url()`, no escape, no end of the attribute. */
const VALUE = /^[\w\s.,%#()+*/'"-]+$/;
const FUNCTIONS =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color-mix|calc|min|max|clamp|minmax|repeat|(?:repeating-)?(?:linear|radial|conic)-gradient)$/;
/** A shadow that stays near what throws it. */
const SHADOW = /^(?:none|(?:[a-z\d.,%#()\s]|-(?=\d))*)$/;
const FAR = /\d{3,}(?:\.\d+)?(?:px|r?em|v[wh])|\d{2,}(?:\.\d+)?(?:r?em|v[wh])/;
/** In capitals or not, as the address of a file is not to be changed. */
const URL_OF_FILE = /^url\(\s*(["']?)([^"'()\s\\]+)\1\s*\)$/i;

export interface CleanStyle {
  /** Declarations as they may stand in an attribute; empty where none may. */
  style: string;
  /** Whether the element has a ground of its own, on which the text is to be read. */
  hasGround: boolean;
}

/**
 * Cleans a style attribute of the CMS. A value that names a variable of WordPress's goes: the companion plugin has put its value there
 * (`GraphQL\StyleRules`), and without the plugin nobody knows it.
 */
export function cleanStyle(style: string, cmsOrigin: string): CleanStyle {
  const clean: CleanStyle = { style: '', hasGround: false };
  if (style.length > MAX_LENGTH) return clean;
  clean.style = style
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
      const value = cleanValue(property, declaration.slice(colon + 1), cmsOrigin);
      if (value === undefined) return [];
      if (/^background(?:-color|-image)?$/.test(property) && isOpaque(value)) clean.hasGround = true;
      return property === 'color' ? [`color:${value}`, ...inDark(value)] : [`${property}:${value}`];
    })
    .join(';');
  return clean;
}

function cleanValue(property: string, written: string, cmsOrigin: string): string | undefined {
  if (![SIDES, BORDERS, CORNERS].some((family) => family.test(property)) && !PROPERTIES.has(property)) return;
  const value = written.replace(/!\s*important\s*$/i, '').trim();
  if (property === 'background-image') {
    const file = URL_OF_FILE.exec(value)?.[2];
    if (file !== undefined) return uploaded(fileHref(file, cmsOrigin), cmsOrigin);
  }
  if (!VALUE.test(value) || value.includes('/*')) return;
  const lower = property === 'font-family' ? value : value.toLowerCase();
  if (
    [...lower.matchAll(/([\w-]*)\(/g)].some(
      ([, name = '']) => name !== '' && !FUNCTIONS.test(name.toLowerCase()),
    )
  )
    return;
  // Drawn outside of its place, it could cover other parts of the page.
  if (property.startsWith('margin') && lower.includes('-')) return;
  if (property.endsWith('-shadow') && (!SHADOW.test(lower) || FAR.test(lower))) return;
  return lower;
}

/** @returns the picture's address for a style; undefined for what is none of the CMS's uploads */
function uploaded(url: string, cmsOrigin: string): string | undefined {
  if (!url.startsWith(`${cmsOrigin}/`) || !/\/(?:uploads|files)\//.test(url)) return;
  return `url(${url.replace(/[<>;]/g, encodeURIComponent)})`;
}

/** Whether text stands on this value and not on the page. */
function isOpaque(value: string): boolean {
  if (/gradient\(|^url\(/.test(value)) return true;
  if (/^(?:none|transparent|inherit|initial|unset|currentcolor|revert)/.test(value)) return false;
  const digits = /^#(?:[\da-f]{3}([\da-f])|[\da-f]{6}([\da-f]{2}))$/.exec(value);
  if (digits) return Number.parseInt((digits[1] ?? '').repeat(2) || (digits[2] ?? 'ff'), 16) > 127;
  const alpha = /(?:\/|^(?:rgb|hsl)a?\((?:[^,]+,){3})\s*([\d.]+)(%?)\s*\)$/.exec(value);
  return !alpha || Number(alpha[1]) / (alpha[2] ? 100 : 1) >= 0.5;
}

/**
 * A colour that was chosen for a light page, on the dark one: as light as links are there. On a ground of its own the element is light in
 * both (`.own-ground`). A browser that does not know this keeps the colour itself.
 */
const inDark = (color: string) =>
  /^(?:inherit|currentcolor|initial|unset|revert|transparent)/.test(color)
    ? []
    : [`color:light-dark(${color},oklch(from ${color} max(l,.8) c h))`];
