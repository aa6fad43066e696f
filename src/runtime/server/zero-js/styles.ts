/**
 * Puts the part of a style sheet that a page needs into the page: it is painted without a second request. The sheet follows where scripts
 * may add what the page does not have. Sheets are read once, after the build; a page costs a look at its names.
 */
import { createHash } from 'node:crypto';
import { decodeHTML } from 'entities';

/**
 * A name that a page has to have (`p`, `.class`, `#id`, `[type=file]`), one within an element of a class (`.class p`), or lists of names of
 * which one has to be there as a whole.
 */
export type Need = string | Need[][];

export interface Selector {
  text: string;
  needs: Need[];
}

/** First and last code point of characters that a file of a font is for. */
export type Range = readonly [number, number];

/**
 * A piece of a style sheet: text, a rule, what stands in `@media` and the like, what counts only where it is named, a variable of
 * the whole page, or a part of a font that counts only where the page has one of its characters.
 */
export type Piece =
  | string
  | { selectors: Selector[]; inside: Piece[] }
  | { at: string; inside: Piece[] }
  | { name: string; text: string }
  | { variable: string; text: string }
  | FontPart;

/** One file of a font. */
export interface FontPart {
  characters: Range[];
  /** Characters of each smaller file of the same face, which a page that has no others takes in place of this one. */
  smaller?: Range[][];
  /** Characters of a larger file of the same face. */
  larger?: Range[];
  text: string;
}

/** By file, as in `static/chunks/name.css`. */
export type Styles = Readonly<Record<string, Piece[]>>;

/** Characters of styles in a page. About a quarter of it is left by gzip: page and styles fit into the first 14 KB of a connection. */
const MOST = 40 * 1024;
export const LAST_OF_ASCII = 0x7f;
const WRITTEN_ASCII: Range = [0x20, 0x7e];
/** Next's form of it. With a host before it or a path, addresses within the styles would not be the site's. */
const sheets = /<link rel="stylesheet" href="\/_next\/(static\/[^"?]*\.css)"(?: [^<>]*)?>/g;

/**
 * Loads the late sheets behind the first paint: the browser computes all styles again when one comes. At once where nobody looks yet.
 * Where a policy forbids styles in the page, the whole ones, at once. A file and not a script in the page, which a policy may forbid
 * along with them.
 */
const LOADER =
  "((s,d)=>{const own=d.querySelector('head>style')?.sheet,f=()=>s.dataset.sheets.split(' ').forEach(h=>{const l=d.createElement('link');" +
  "l.rel='stylesheet';l.href=own?h.replace(/css$/,'late.css'):h;d.body.append(l)});" +
  'd.hidden||d.prerendering||!own?f():requestAnimationFrame(()=>setTimeout(f))})(document.currentScript,document)';
export const loader = {
  text: LOADER,
  /** Below `.next`. */
  file: `static/sheets-${createHash('sha256').update(LOADER).digest('hex').slice(0, 12)}.js`,
};

/** @returns name of what is loaded of a sheet when the page has its part of it; see `lateSheet` */
export const lateOf = (sheet: string) => sheet.replace(/css$/, 'late.css');

/**
 * @param html of a page
 * @param styles of the build
 * @param isComplete whether nothing is added to the page that needs other styles. Its sheets are named all the same, in case that a policy
 * forbids styles in a page (`server/security/theme-script.ts`).
 * @returns the page with the styles that it needs; as it was where there are others beside Next's, or too many
 */
export function inlineStyles(html: string, styles: Styles, isComplete: boolean): string {
  const found = [...html.matchAll(sheets)];
  const end = html.lastIndexOf('</body>');
  // Other scripts that set styles rely on their order, and the sheet would come behind.
  const others = html.match(/<style\b|\srel=["']?stylesheet/gi)?.length ?? 0;
  if (found.length === 0 || others !== found.length || end < 0) return html;
  const has = { has: lookUp(namesOf(html)), characters: charactersOf(html) };
  const parts = found.map(
    ([, file = '']) => styles[file] && neededOf(styles[file], has, isComplete ? html : undefined),
  );
  const text = parts.join('');
  if (parts.includes(undefined) || text.length > MOST || text.includes('</')) return html;
  const [first] = found;
  const addresses = `data-sheets="${found.map(([, file]) => `/_next/${file}`).join(' ')}"`;
  const own = `<style${isComplete ? ` ${addresses}` : ''}>${text}</style>`;
  const head = html.slice(0, end).replace(sheets, (link) => (link === first?.[0] ? own : ''));
  const late = isComplete ? '' : `<script async src="/_next/${loader.file}" ${addresses}></script>`;
  return head + late + html.slice(end);
}

/** Names in a page that selectors may ask for. */
interface Has {
  /** @param name as in `Need` */
  has: (name: string) => boolean;
  characters: readonly number[];
}

/** Once each, of those beyond ASCII, which every page has: going through all of a page took four times as long. */
function charactersOf(html: string): number[] {
  const found = new Set(html.match(/[\u0080-\u{10ffff}]/gu));
  for (const written of new Set(html.match(/&#?\w+;?/g)))
    for (const one of decodeHTML(written)) found.add(one);
  return Array.from(found, (one) => one.codePointAt(0) ?? 0);
}

/** First and last of the tags that an element is made of. Anything that a script adds or moves may be anywhere. */
type Place = { first: number; last: number } | 'anywhere';
type Places = ReadonlyMap<string, readonly Place[]>;

/** @returns whether the page has a name; pairs are asked for by many rules, and each is looked up once */
function lookUp(places: Places): Has['has'] {
  const known = new Map<string, boolean>();
  return (name) => {
    const answer = known.get(name) ?? isThere(name, places);
    known.set(name, answer);
    return answer;
  };
}

function isThere(name: string, places: Places): boolean {
  const [inner = '', ...outer] = name.split(' ').reverse();
  const within = places.get(outer[0] ?? inner) ?? [];
  if (outer.length === 0) return within.length > 0;
  return (places.get(inner) ?? []).some((place) =>
    within.some(
      (around) =>
        place === 'anywhere' ||
        around === 'anywhere' ||
        (around.first < place.first && place.first < around.last),
    ),
  );
}

/** Comments, elements whose content is text, and other tags. Without JavaScript `noscript` has elements. */
const TAG =
  /<!--.*?-->|<(?<text>script|style|title|textarea|xmp|iframe|noembed|noframes)(?=[\s/>])(?<of>(?:[^>"']|"[^"]*"|'[^']*')*)>.*?<\/\k<text>\s*>|<(?<closes>\/?)(?<name>[a-z][\w-]*)(?<attributes>(?:[^>"']|"[^"]*"|'[^']*')*)>/gis;
const ATTRIBUTE = /\s(class|id|data-adds|type|dir)=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;
const EMPTY = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/**
 * Names all that styles may ask for, with the places where they are. `data-adds` names the elements and `.classes` that a script may add, and
 * says that a script may move the element. No script of the runtime changes a `type` or a `dir`.
 */
function namesOf(html: string): Places {
  const names = new Map<string, Place[]>();
  const add = (name: string, place: Place) => {
    const places = names.get(name);
    if (places) places.push(place);
    else names.set(name, [place]);
  };
  const open: { name: string; place: Place }[] = [];
  let isTangled = false;
  let at = 0;
  for (const { groups = {} } of html.matchAll(TAG)) {
    const name = (groups.name ?? groups.text)?.toLowerCase();
    if (name === undefined) continue;
    at += 1;
    if (groups.closes) {
      const closed = open.pop();
      isTangled ||= closed?.name !== name;
      if (closed && closed.place !== 'anywhere') closed.place.last = at;
      continue;
    }
    const attributes = groups.attributes ?? groups.of ?? '';
    const isMoved = open.at(-1)?.place === 'anywhere' || /\sdata-adds=/i.test(attributes);
    const place: Place = isMoved ? 'anywhere' : { first: at, last: at };
    add(name, place);
    for (const [, kind = '', a, b, c = ''] of attributes.matchAll(ATTRIBUTE)) {
      const sign = SIGNS[kind.toLowerCase() as keyof typeof SIGNS];
      const value = decodeHTML(a ?? b ?? c);
      if (sign === undefined) add(`[${kind}=${value}]`.toLowerCase(), place);
      else for (const one of value.split(/\s+/)) add(sign + one, place);
    }
    const isShort = attributes.endsWith('/') && open.some((around) => /^(svg|math)$/.test(around.name));
    if (groups.name && !isShort && !EMPTY.test(name)) open.push({ name, place });
  }
  // Tags that are not in pairs: only a parser knows what is within what.
  if (isTangled || open.length > 0) for (const name of names.keys()) names.set(name, ['anywhere']);
  // The content of an element decides its direction, but for a field, which holds no element.
  if (/<bdi\b|<(?!input\b|textarea\b)[a-z][^<>]*\sdir=["']?auto/i.test(html)) add(':dir(rtl)', 'anywhere');
  return names;
}

const SIGNS: Partial<Record<string, string>> = { class: '.', id: '#', 'data-adds': '' };

/**
 * @param reader HTML of a page that nobody else reads variables in: those of the whole page that neither it nor its styles name are
 * left out
 */
function neededOf(sheet: Piece[], has: Has, reader?: string): string {
  const read = reader === undefined ? undefined : variablesRead(sheet, has, reader);
  const text = sheet.map((piece) => write(piece, has, read)).join('');
  const named = sheet.flatMap((piece) =>
    typeof piece === 'object' && 'name' in piece && text.includes(piece.name) ? [piece.text] : [],
  );
  return text + named.join('');
}

/** Names that the page or its styles mention, and those that the values of these mention in turn. */
function variablesRead(sheet: Piece[], has: Has, html: string): Set<string> {
  const nothing: ReadonlySet<string> = new Set();
  const text = sheet.map((piece) => write(piece, has, nothing)).join('');
  const read = new Set<string>([...(html.match(VARIABLE) ?? []), ...(text.match(READ) ?? [])]);
  const variables = sheet.flatMap(variablesOf);
  // A set is gone through with what is added meanwhile.
  for (const name of read)
    for (const { variable, text } of variables)
      if (variable === name) for (const other of text.match(READ) ?? []) read.add(other);
  return read;
}

function variablesOf(piece: Piece): { variable: string; text: string }[] {
  if (typeof piece === 'string') return [];
  if ('variable' in piece) return [piece];
  return 'inside' in piece ? piece.inside.flatMap(variablesOf) : [];
}

const VARIABLE = /--[^\s"'<>:;,(){}]+/g;
/** A name that is not the one being set; a query such as `style(--x: 1)` reads it. */
const READ = /(?<=[(,]\s*)--[^\s"'<>:;,(){}]+|--[^\s"'<>:;,(){}]+(?![^\s"'<>:;,(){}]|\s*:)/g;

/**
 * @param read variables that count; all of them where it is undefined
 * @returns empty where nothing of it is needed
 */
function write(piece: Piece, has: Has, read?: ReadonlySet<string>): string {
  if (typeof piece === 'string') return piece;
  if ('name' in piece) return '';
  if ('variable' in piece) return !read || read.has(piece.variable) ? piece.text : '';
  if ('characters' in piece) return withCharacters(piece, has.characters);
  const before =
    'at' in piece
      ? piece.at
      : piece.selectors
          .filter(({ needs }) => isMet(needs, has.has))
          .map(({ text }) => text)
          .join();
  const inside = before && piece.inside.map((each) => write(each, has, read)).join('');
  return inside && `${before}{${inside.replace(/;$/, '')}}`;
}

/** Names those ranges of a font of which the page has a character; all have ASCII. */
function withCharacters({ characters, smaller, larger, text }: FontPart, written: readonly number[]) {
  const isThere = ([first, last]: Range) =>
    first <= LAST_OF_ASCII || written.some((one) => one >= first && one <= last);
  const ranges = characters.filter(isThere);
  const ofPage = written.filter((one) => isAmong(one, ranges));
  const isLess = (others: Range[]) => ofPage.every((one) => isAmong(one, others));
  if (ranges.length === 0 || smaller?.some(isLess)) return '';
  // Without the larger file in the page, nothing is to be told apart.
  if (larger && written.every((one) => !isAmong(one, larger) || isAmong(one, characters))) return text;
  return `${text.slice(0, -1)};unicode-range:${unicodeRange(ranges)}}`;
}

export const unicodeRange = (ranges: readonly Range[]) =>
  ranges.map((range) => `U+${range.map((end) => end.toString(16)).join('-')}`).join();

const isAmong = (one: number, ranges: readonly Range[]) =>
  ranges.some(([first, last]) => one >= first && one <= last);

/** Whether a file of a font has all letters and signs of ASCII. */
export const hasAscii = (ranges: readonly Range[]) => WRITTEN_ASCII.every((one) => isAmong(one, ranges));

function isMet(needs: Need[], has: Has['has']): boolean {
  return needs.every((need) => (typeof need === 'string' ? has(need) : need.some((all) => isMet(all, has))));
}
