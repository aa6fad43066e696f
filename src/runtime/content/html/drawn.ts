import type { Attributes } from 'sanitize-html';

/**
 * Formulas (MathML Core) and drawings (SVG made of shapes). A browser reads what is in them by rules of their own, which is where sanitisers
 * were outwitted: `onlyDrawn` leaves nothing but these elements in them, after the sanitiser has written every tag itself.
 */
const MATH_TAGS =
  'math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt ' +
  'mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics';
const SHAPES = 'circle ellipse line path polygon polyline rect text';
const SVG_TAGS = `svg g tspan ${SHAPES}`;

export const DRAWN_TAGS = `${MATH_TAGS} ${SVG_TAGS}`.split(' ');

/** Elements that go with all that is in them: the source of a formula, what a drawing only refers to, and other documents. */
export const GONE_TAGS = [
  ...['annotation', 'annotation-xml', 'clippath', 'defs', 'desc', 'filter', 'foreignobject', 'marker'],
  ...['mask', 'metadata', 'pattern', 'symbol'],
];

/** Those that WordPress 7.1 lets through (`kses.php`). */
const MATH_ATTRIBUTES =
  'accent accentunder align columnalign columnlines columnspacing columnspan depth display displaystyle fence form frame ' +
  'framespacing height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize ' +
  'movablelimits notation rowalign rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width';

/** No reference to anything: no `href`, no `clip-path`, no `filter`. In small letters, as parsers give them; browsers know what is meant. */
const SVG_ATTRIBUTES =
  'clip-rule cx cy d dx dy fill fill-opacity fill-rule font-family font-size font-weight height opacity points ' +
  'preserveaspectratio r role rx ry stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity ' +
  'stroke-width text-anchor transform viewbox width x x1 x2 y y1 y2';

const attributesOf = (tags: string, names: string) =>
  tags.split(' ').map((tag) => [tag, names.split(' ')] as const);

export const DRAWN_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...attributesOf(MATH_TAGS, MATH_ATTRIBUTES),
  ...attributesOf(SVG_TAGS, SVG_ATTRIBUTES),
]);

/** Browsers read some of these values as CSS: no address, no escape. */
const VALUE = /^(?!.*url\s*\()[\w\s.,%#()+-]*$/is;

/** @returns the attributes of an element of a formula or drawing, without values that could be more than a size or colour */
export function drawn(tagName: string, attribs: Attributes): Attributes {
  const names = DRAWN_ATTRIBUTES[tagName];
  if (!names) return attribs;
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => !names.includes(name) || VALUE.test(value)),
  );
}

/** The Icon block turns its drawing by quarters, in a style. Nothing else may turn, as it could cover what stands around. */
export function turned(tagName: string, attribs: Attributes): Attributes {
  const angle = tagName === 'svg' && /(?:^|;)\s*rotate:\s*(90|180|270)deg/.exec(attribs.style ?? '')?.[1];
  return angle ? { ...attribs, class: `${attribs.class ?? ''} is-turned-${angle}` } : attribs;
}

const TAG = /<(\/?)([a-z][a-z0-9-]*)\b[^>]*>/g;
const inMath = new Set(MATH_TAGS.split(' '));
const inSvg = new Set(SVG_TAGS.split(' '));
const shapes = new RegExp(`<(?:${SHAPES.replaceAll(' ', '|')})\\b`);

/**
 * Drops every other tag in formulas and drawings; text stays. A drawing without a shape, such as one that shows another one (`<use>`), is none.
 * @param clean that the sanitiser has made: well-formed
 */
export function onlyDrawn(clean: string): string {
  if (!/<(?:math|svg)\b/.test(clean)) return clean;
  let out = '';
  let position = 0;
  for (const island of islandsOf(clean)) {
    const html = clean.slice(island.from, island.to);
    const allowed = island.name === 'math' ? inMath : inSvg;
    const isEmpty = island.name === 'svg' && !shapes.test(html);
    const inner = html.replace(TAG, (tag, slash: string, name: string, at: number) => {
      const isEdge = slash ? at + tag.length === html.length : at === 0;
      return !isEmpty && allowed.has(name) && (isEdge || name !== island.name) ? tag : '';
    });
    out += clean.slice(position, island.from) + inner;
    position = island.to;
  }
  return out + clean.slice(position);
}

interface Island {
  name: string;
  from: number;
  to: number;
}

/** The formulas and drawings that stand in no other one. */
function* islandsOf(clean: string): Generator<Island> {
  let island: Omit<Island, 'to'> | undefined;
  let depth = 0;
  for (const match of clean.matchAll(/<(\/?)(math|svg)\b[^>]*>/g)) {
    const [tag, slash, name = ''] = match;
    if (!island) {
      if (slash) continue;
      island = { name, from: match.index };
      depth = 1;
    } else if (name === island.name) {
      depth += slash ? -1 : 1;
      if (depth > 0) continue;
      yield { ...island, to: match.index + tag.length };
      island = undefined;
    }
  }
  if (island) yield { ...island, to: clean.length };
}
