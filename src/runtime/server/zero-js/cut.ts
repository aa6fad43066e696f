/**
 * A page without the framework's scripts, if it needs none. Whatever is unfamiliar leaves the page as it is, byte for byte:
 * a page that is too heavy still works.
 */
import { stockScripts, themeScript } from '../security/theme-script.ts';
import { hasClientComponent, type KnownModules } from './flight.ts';
import { fileOfScript, type References } from './references.ts';
import { inlineStyles, type Styles } from './styles.ts';

export interface KnownReferences extends KnownModules {
  scripts: ReadonlySet<string>;
  stockModules: ReadonlySet<string>;
  styles: Styles;
}

/** The content of `zero-js.json`. */
export type ZeroJsFile = References & { styles: Styles };

export function knownReferences(file: ZeroJsFile): KnownReferences {
  return {
    framework: new Set(file.framework),
    boundaries: new Set(file.boundaries),
    scripts: new Set(file.scripts),
    stockModules: new Set(file.stockModules),
    styles: file.styles,
  };
}

/**
 * @param html of a page, as Next stores it
 * @param stored what Next stores for its router beside it; undefined for a page that is not stored, whose scripts alone have it
 * @param known what the build says of its scripts
 * @returns the page without them, its styles in it; undefined where it has a client component, or anything that is not known
 */
export function cutFramework(
  html: string,
  stored: Buffer | undefined,
  known: KnownReferences,
): string | undefined {
  try {
    return cut(html, stored, known);
  } catch (error) {
    // A page may be larger than what expressions can look through.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function cut(html: string, stored: Buffer | undefined, known: KnownReferences): string | undefined {
  const scripts = scriptsOf(html);
  const flight = stored ?? flightIn(scripts ?? []);
  if (!scripts || !flight || waits.test(html.replace(notFound, ''))) return undefined;
  if (hasClientComponent(flight, known) !== false) return undefined;
  const text = flight.toString('utf8');
  let kept = '';
  let at = 0;
  let isComplete = asksForStockOnly(html, known);
  for (const script of scripts) {
    const kind = kindOf(script, known, text);
    if (kind === 'unknown') return undefined;
    if (kind === 'own') {
      isComplete &&= isStockScript(script);
      continue;
    }
    kept += html.slice(at, script.start);
    at = script.end;
  }
  // Next puts some into every page. None is none that we know how to find.
  if (at === 0) return undefined;
  return inlineStyles(withoutLinks(withoutMarks(kept + html.slice(at)), known), known.styles, isComplete);
}

const data = /\stype="(application\/(ld\+)?json|speculationrules)"/;

/** @returns whether a script adds no element and no class to its page */
const isStockScript = ({ attributes, body }: Script) =>
  data.test(attributes) || (body !== '' && stockScripts.includes(body));

/**
 * @returns whether a page names no module but the runtime's, which add only what `data-adds` names. The script in the head has to be there,
 * because it loads the sheet where a policy forbids styles in a page.
 */
function asksForStockOnly(html: string, { stockModules }: KnownReferences): boolean {
  if (!html.includes(themeScript) || /<[a-z][^<>]*\son[a-z]+=/i.test(html)) return false;
  const modules = Array.from(html.matchAll(/\sdata-module="([^"]*)"/g), ([, address = '']) => address);
  return modules.every((address) => stockModules.has(fileOfScript(address) ?? ''));
}

/** Marks of React that inline scripts would move or the browser would draw, and forms of server actions. */
const waits =
  /<!--(\$[?!~]|&)|<template (id|data-dgst|data-msg)=|<div hidden(="")? id="S:|\$ACTION_|\bnonce="/;
/** The empty place of a page for which there is another one, drawn around it. */
const notFound = '<!--$!--><template data-dgst="NEXT_HTTP_ERROR_FALLBACK;404"></template><!--/$-->';

interface Script {
  start: number;
  end: number;
  /** Everything between `<script` and its `>`. */
  attributes: string;
  body: string;
}

/**
 * What a parser reads as one piece, in the order in which it looks: comments, elements whose content is text, other tags. In SVG the
 * latter may hold elements; what is taken for text there is none of Next's.
 */
const pieces =
  /<!--(?<comment>.*?)-->|<(?<name>script|style|title|textarea|xmp|iframe|noembed|noframes|noscript)(?<attributes>(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*)>(?<body>.*?)<\/\k<name>\s*>|<\/?[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gis;
/** Where parsers leave the common path. */
const odd = /<!\[CDATA\[|<plaintext|<!--(>|->)|--!>/i;

function scriptsOf(html: string): Script[] | undefined {
  if (odd.test(html) || html.lastIndexOf('<!--') > html.lastIndexOf('-->')) return undefined;
  const scripts: Script[] = [];
  let rest = '';
  let at = 0;
  for (const { 0: piece, index, groups = {} } of html.matchAll(pieces)) {
    rest += html.slice(at, index);
    at = index + piece.length;
    if (groups.name?.toLowerCase() !== 'script') continue;
    const { attributes = '', body = '' } = groups;
    // In such a script a parser may look for another end.
    if (body.includes('<!--')) return undefined;
    scripts.push({ start: index, end: at, attributes, body });
  }
  rest += html.slice(at);
  // A script that was not read as one.
  return /<\/?script/i.test(rest) ? undefined : scripts;
}

/** The script that starts Next's bundler, and the one that opens the flight data. */
const nextsStart =
  /^(\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\(\{"otherChunks":[^<>]*\}\);?|\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\(\[0\]\))$/;
const PIECE = ['self.__next_f.push(', ')'] as const;

/** Whether an inline script is in one of the three forms of Next's: those, or a piece of the flight data, which may be megabytes. */
const isNextsInline = (body: string) => nextsStart.test(body) || pieceOf(body) !== undefined;

/** Text, the state of a form, and bytes as base64. */
type FlightPiece = [kind: 1 | 2 | 3, data: string | null];

/** @returns undefined for a script that is no piece of the flight data */
function pieceOf(body: string): FlightPiece | undefined {
  const [before, behind] = PIECE;
  if (!body.startsWith(before) || !body.endsWith(behind)) return undefined;
  try {
    const piece: unknown = JSON.parse(body.slice(before.length, -behind.length));
    if (!Array.isArray(piece) || piece.length !== 2) return undefined;
    const [kind, text] = piece as [unknown, unknown];
    const isPiece = [1, 2, 3].some((one) => one === kind) && (text === null || typeof text === 'string');
    return isPiece ? (piece as FlightPiece) : undefined;
  } catch {
    return undefined;
  }
}

/** @returns undefined where the scripts have none */
function flightIn(scripts: readonly Script[]): Buffer | undefined {
  const pieces = scripts.map(({ body }) => pieceOf(body)).filter((piece) => piece !== undefined);
  return pieces.length > 0 ? Buffer.concat(pieces.map(bytesOf)) : undefined;
}

function bytesOf([kind, data]: FlightPiece): Buffer {
  return kind === 2 ? Buffer.alloc(0) : Buffer.from(data ?? '', kind === 3 ? 'base64' : 'utf8');
}

/** @returns `own` for what the page itself asked for, as its data says; `unknown` for what nobody has */
function kindOf(
  { attributes, body }: Script,
  known: KnownReferences,
  flight: string,
): 'next' | 'own' | 'unknown' {
  const address = /\ssrc="([^"]*)"/.exec(attributes)?.[1];
  if (address === undefined) {
    if (/^( id="_R_")?$/.test(attributes) && isNextsInline(body)) return 'next';
    return contains(flight, body) ? 'own' : 'unknown';
  }
  if (body !== '') return 'unknown';
  const file = fileOfScript(address);
  if (file && known.scripts.has(file)) return 'next';
  return contains(flight, address.replaceAll('&amp;', '&')) ? 'own' : 'unknown';
}

/** @param flight has texts as JSON, and long ones as they are */
function contains(flight: string, text: string): boolean {
  return flight.includes(text) || flight.includes(JSON.stringify(text).slice(1, -1));
}

/**
 * Without what would be loaded early and then not run; React's preloads of images that stand in the page, which comes in one piece with
 * them; and Next's connection for fonts of `next/font`.
 */
function withoutLinks(html: string, known: KnownReferences): string {
  return html.replace(/<link\b[^<>]*\/?>/g, (link) => {
    const { rel, as, href = '', imagesrcset } = attributesOf(link);
    if (rel === 'preconnect' && href === '/') return '';
    if (as === 'image' && imagesrcset && html.includes(` srcSet="${imagesrcset}"`)) return '';
    const isScript = /^(preload|modulepreload)$/.test(rel ?? '') && as === 'script';
    return isScript && known.scripts.has(fileOfScript(href) ?? '') ? '' : link;
  });
}

/** Next's place for late metadata, and its mark of fonts of `next/font`, which say nothing to a browser. */
const nextsMarks = /<div hidden=""><\/div>|<meta name="next-size-adjust" content=""\/>/g;

/**
 * Without the comments by which React finds its texts and what has waited, without the place of a page that is not here, and without what
 * a card of X would take from Open Graph anyway: it says the same there.
 */
const withoutMarks = (html: string) =>
  html
    .replace(notFound, '')
    .replace(/<!--(?: |\/?\$)-->/g, '')
    .replace(nextsMarks, '')
    .replace(ofCard, (tag, name, value) =>
      html.includes(`<meta property="og:${name}" content="${value}"/>`) ? '' : tag,
    );

const ofCard =
  /<meta name="twitter:(title|description|image|image:width|image:height)" content="([^"]*)"\/>/g;

const attributesOf = (tag: string): Partial<Record<string, string>> =>
  Object.fromEntries(
    Array.from(tag.matchAll(/\s([a-z-]+)="([^"]*)"/gi), ([, name = '', value]) => [
      name.toLowerCase(),
      value,
    ]),
  );

/**
 * What Next's router gets in place of flight data, when somebody follows a `next/link` to a page without it: data of another build,
 * and so it loads the page as a document.
 */
export const OF_ANOTHER_BUILD = '0:{"b":"light"}\n';
