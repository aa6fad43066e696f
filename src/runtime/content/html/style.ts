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
  ...['padding', 'margin', 'border', 'fill', 'stroke'],
]);
const SIDES = /^(padding|margin|border)-(?:top|right|bottom|left|(?:inline|block)(?:-(?:start|end))?)$/;
const BORDERS = /^border(?:-(?:top|right|bottom|left))?-(?:color|style|width)$/;
/** Between the links of Breadcrumbs: one text, which nothing can end. */
const SEPARATOR = /^"[^"\\;{}<>\n\r\f]{1,10}"$/;
/** A button's width, in percent of the row. */
const PERCENT = /^\d{1,3}(?:\.\d{1,4})?$/;
/** The variables that a style may set, with the values that they take. */
const VARIABLES: Readonly<Record<string, RegExp>> = {
  '--separator': SEPARATOR,
  '--wp--block-button--width': PERCENT,
};
const CORNERS = /^border(?:-(?:top|bottom)-(?:left|right))?-radius$/;

/** Words, numbers, colours; no `url()`, no escape, no end of the attribute. */
const VALUE = /^[\w\s.,%#()+*/'"-]+$/;
const FUNCTIONS =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color-mix|calc|min|max|clamp|minmax|repeat|(?:repeating-)?(?:linear|radial|conic)-gradient)$/;
/** The longest that people choose, a gradient of many colours, has about 300 characters. */
const MAX_VALUE = 500;
const COLORS = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([^()]*\)/g;
/** Part of a shadow, which stays near what throws it. */
const SHADOW = /^(?:0|-?\d{1,2}(?:\.\d+)?px|-?\d(?:\.\d+)?r?em|[a-z]*)$/;
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
  if (style.length > MAX_LENGTH) return { style: '', hasGround: false };
  let [hasColor, hasImage] = [false, false];
  const clean = style
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
      const value = cleanValue(property, declaration.slice(colon + 1), cmsOrigin);
      if (value === undefined) return [];
      if (property === 'background-image') hasImage = value.startsWith('url(');
      if (/^background(?:-color)?$/.test(property)) hasColor = isOpaque(value);
      // The ground that shows where an image has not come yet would be bars beside it.
      if (property === 'object-fit' && value === 'contain') return ['object-fit:contain', 'background:none'];
      return property === 'color' ? [`color:${value}`, ...inDark(value)] : [`${property}:${value}`];
    })
    .join(';');
  return { style: clean, hasGround: hasColor || hasImage };
}

function cleanValue(property: string, written: string, cmsOrigin: string): string | undefined {
  if (Object.hasOwn(VARIABLES, property)) return VARIABLES[property]?.exec(written.trim())?.[0];
  if (![SIDES, BORDERS, CORNERS].some((family) => family.test(property)) && !PROPERTIES.has(property)) return;
  const value = written.replace(/!\s*important\s*$/i, '').trim();
  if (value.length > MAX_VALUE) return;
  if (property === 'background-image') {
    const file = URL_OF_FILE.exec(value)?.[2];
    if (file !== undefined) return uploaded(fileHref(file, cmsOrigin), cmsOrigin);
  }
  if (!VALUE.test(value) || value.includes('/*')) return;
  const lower = property === 'font-family' ? value : value.toLowerCase();
  const functions = lower.match(/(?<![\w-])[\w-]+(?=\()/g) ?? [];
  if (!functions.every((name) => FUNCTIONS.test(name.toLowerCase()))) return;
  // Drawn outside of its place, it could cover other parts of the page.
  if (property.startsWith('margin') && lower.includes('-')) return;
  if (property.endsWith('-shadow') && !isNear(lower)) return;
  return lower;
}

const isNear = (shadow: string) =>
  shadow
    .replace(COLORS, '')
    .split(/[\s,]+/)
    .every((part) => SHADOW.test(part));

/** @returns the image's address for a style; undefined for what is none of the CMS's uploads */
function uploaded(url: string, cmsOrigin: string): string | undefined {
  if (!url.startsWith(`${cmsOrigin}/`) || !URL.canParse(url)) return;
  const { origin, pathname, search } = new URL(url);
  // PHP runs `/wp-cron.php/uploads/a.jpg`.
  return search === '' && /^(?:\/[\w-]+)*\/(?:uploads|files)\//.test(pathname)
    ? `url(${origin}${pathname})`
    : undefined;
}

/** Colours by name that themes use; another word may be none at all. */
const NAMED =
  /^(?:white|black|gr[ae]y|silver|red|maroon|orange|yellow|olive|lime|green|teal|aqua|cyan|blue|navy|fuchsia|magenta|purple|pink|brown|beige|gold)$/;

/** Whether a ground hides what is behind it, so that text is read on it and not on the page. */
function isOpaque(ground: string): boolean {
  if (/\btransparent\b|\bcurrentcolor\b/.test(ground)) return false;
  if (/^#(?:[\da-f]{3}|[\da-f]{6})$/.test(ground) || NAMED.test(ground)) return true;
  const colors = ground.match(COLORS) ?? [];
  return colors.length > 0 && colors.every((color) => alphaOf(color) >= 0.5);
}

/** @param color digits or a function */
function alphaOf(color: string): number {
  const digits = /^#(?:...(.)|.{6}(..))$/.exec(color);
  if (digits) return Number.parseInt(digits[2] ?? `${digits[1]}${digits[1]}`, 16) / 255;
  const [, alpha = '1', percent] = /(?:\/\s*|^(?:[^,]*,){3}\s*)([\d.]+)(%?)\s*\)$/.exec(color) ?? [];
  return Number(alpha) / (percent ? 100 : 1);
}

/**
 * A colour that was chosen for a light page, on the dark one: as light as links are there. On a ground of its own the element is light in
 * both (`.own-ground`). A browser that does not know this keeps the colour itself.
 */
const inDark = (color: string) =>
  /^(?:inherit|currentcolor|initial|unset|revert|transparent)/.test(color)
    ? []
    : [`color:light-dark(${color},oklch(from ${color} max(l,.8) c h))`];
