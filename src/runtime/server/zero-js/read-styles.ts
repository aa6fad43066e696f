/** Reads style sheets into what `styles.ts` chooses from. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';
import selectorParser, { type Selector as Parsed } from 'postcss-selector-parser';
import {
  type FontPart,
  hasAscii,
  LAST_OF_ASCII,
  lateOf,
  type Need,
  type Piece,
  type Range,
  type Selector,
  type Styles,
  unicodeRange,
} from './styles.ts';

/**
 * Writes the late sheet beside each that it reads.
 *
 * @param build folder `.next`
 * @returns without the sheets that cannot be read: their pages go on as they are
 */
export function readSheets(build: string): Styles {
  const files = readdirSync(path.join(build, 'static'), { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    files.flatMap((name) => {
      if (!name.endsWith('.css') || name.endsWith('.late.css')) return [];
      const file = path.posix.join('static', ...name.split(path.sep));
      try {
        const css = readFileSync(path.join(build, file), 'utf8');
        const pieces = readStyles(css, `/_next/${file}`);
        writeFileSync(path.join(build, lateOf(file)), lateSheet(css));
        return [[file, pieces]];
      } catch {
        return [];
      }
    }),
  );
}

/**
 * What comes late has no `optional` fonts. For Chromium a font that is named again is a new one, which is there at once where the
 * page's own came too late: it replaced what was being read, and moved it (0.1 of layout shift, each time a page was the first one
 * in a tab). A script's text in letters that the page does not have is read in the fallback.
 *
 * A face with a smaller file keeps the large one, for what is not ASCII: the page has taken one of them, and fetches no second.
 */
export function lateSheet(css: string): string {
  const root = postcss.parse(css);
  const fonts = new Map<string, AtRule>();
  root.walkAtRules('font-face', (font) => {
    font.walkDecls('font-display', ({ value }) => void (value.trim() === 'optional' && font.remove()));
    const part = partOfFont(font.clone());
    if (!font.parent || typeof part === 'string' || !hasAscii(part.characters)) return;
    const smaller = fonts.get(faceOf(part.text));
    fonts.set(faceOf(part.text), font);
    if (!smaller) return;
    smaller.remove();
    const others = part.characters.filter(([, last]) => last > LAST_OF_ASCII);
    const beyond = others.map(([first, last]): Range => [Math.max(first, LAST_OF_ASCII + 1), last]);
    font.walkDecls(/^unicode-range$/i, (declaration) => {
      declaration.value = unicodeRange(beyond);
    });
  });
  return root.toString();
}

/** Count only where something names them. A name in a text or of something else keeps one more. */
const NAMED = /^(property|(-webkit-)?keyframes|font-palette-values|counter-style)$/;
/** Conditions of a selector besides an element's name. `:not()` and `:has()` ask for what is absent, or not there yet. */
const ALTERNATIVES = /^:(is|where|matches|-webkit-any|-moz-any)$/;

/**
 * @param css what a build has made
 * @param address of its file, from the root of the site: where addresses in it start
 * @throws {Error} where it is no CSS
 */
export function readStyles(css: string, address: string): Piece[] {
  const root = postcss.parse(css);
  root.walkAtRules('import', () => {
    throw new Error('it loads another one');
  });
  root.walkComments((comment) => void comment.remove());
  root.walkDecls((declaration) => {
    // Lightning CSS writes `-webkit-text-decoration` three times.
    if (declaration.toString() === declaration.prev()?.toString()) declaration.remove();
    declaration.value = declaration.value.replace(
      /url\((["']?)(?!["']|#|data:)(.*?)\1\)/g,
      (_, quote, url) => `url(${quote}${fromRoot(url, address)}${quote})`,
    );
  });
  return piecesOf(root);
}

function piecesOf(container: Container): Piece[] {
  const pieces: Piece[] = [];
  const parts: FontPart[] = [];
  for (const node of (container.nodes ?? []) as ChildNode[]) {
    const piece = pieceOf(node);
    if (typeof piece === 'object' && 'characters' in piece && hasAscii(piece.characters)) {
      const same = parts.filter(({ text }) => faceOf(text) === faceOf(piece.text));
      if (same.length > 0) piece.smaller = same.map(({ characters }) => characters);
      for (const part of same) part.larger = piece.characters;
      parts.push(piece);
    }
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  }
  return pieces;
}

function pieceOf(node: ChildNode): Piece {
  if (node.type === 'decl' && node.prop.startsWith('--') && isOfPage(node.parent))
    return { variable: node.prop, text: `${node.toString()};` };
  if (node.type === 'rule') return { selectors: selectorsOf(node), inside: piecesOf(node) };
  if (node.type === 'atrule' && NAMED.test(node.name)) return named(node);
  if (node.type === 'atrule' && node.name === 'font-face') return partOfFont(node);
  if (node.type === 'atrule' && node.nodes) return ofBlock(node, node.nodes);
  return `${node.toString()};`;
}

/** Elements of no class of their own: a variable that is set here counts on the whole page. */
const PAGE = /^(?::root|:host|\*|::?before|::?after|::backdrop)$/;

const isOfPage = (parent: ChildNode['parent']) =>
  parent?.type === 'rule' && (parent as Rule).selectors.every((selector) => PAGE.test(selector));

/** Within a layer or a condition it stays where it is. */
function named(node: AtRule): Piece {
  return node.parent?.type === 'root' ? { name: node.params, text: node.toString() } : node.toString();
}

/** A font in several files, as most are, names the characters of each; the text of a piece is without them. */
function partOfFont(node: AtRule): FontPart | string {
  const text = node.toString();
  const characters: Range[] = [];
  node.walkDecls(/^unicode-range$/i, (declaration) => {
    for (const range of declaration.value.split(',')) characters.push(rangeOf(range.trim()));
    declaration.remove();
  });
  return characters.length > 0 && !characters.flat().some(Number.isNaN)
    ? { characters, text: node.toString() }
    : text;
}

/** The part that two files of one face have in common. */
const faceOf = (text: string) => text.replace(/\bsrc:[^;}]*/, '');

/** @param range `U+26`, `U+0-7F` or `U+4??` */
function rangeOf(range: string): Range {
  const [first = '', last = first] = range.replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first.replaceAll('?', '0'), 16), Number.parseInt(last.replaceAll('?', 'F'), 16)];
}

function ofBlock(node: AtRule, nodes: ChildNode[]): Piece {
  // `@page`, for example, asks for nothing.
  if (nodes.every(({ type }) => type === 'decl')) return node.toString();
  return { at: `@${node.name} ${node.params}`, inside: piecesOf(node) };
}

function selectorsOf(rule: Rule): Selector[] {
  // No page is within an element of its own.
  return rule.selectors
    .filter((text) => text !== ':host')
    .map((text) => {
      const needs: Need[] = [];
      try {
        for (const selector of selectorParser().astSync(text).nodes) needs.push(...needsOf(selector));
      } catch {
        // Nobody knows what it asks for.
        return { text, needs: [] };
      }
      return { text, needs };
    });
}

/** @param around classes of elements that the last one of the selector is within */
function needsOf(selector: Parsed, around: string[] = []): Need[] {
  const needs: Need[] = [];
  const ancestors: string[] = [];
  let classes: string[] = [];
  const lastCombinator = selector.nodes.findLastIndex(({ type }) => type === 'combinator');
  for (const [at, node] of selector.nodes.entries()) {
    if (node.type === 'combinator') {
      if (/^\s*>?\s*$/.test(node.value)) ancestors.push(...classes);
      classes = [];
      continue;
    }
    if (node.type === 'class') classes.push(`.${node.value}`);
    needs.push(...needsOfNode(node, at > lastCombinator ? [...around, ...ancestors] : [...ancestors]));
  }
  return needs;
}

function needsOfNode(node: Parsed['nodes'][number], ancestors: string[]): Need[] {
  const within = (name: string) => [name, ...ancestors.map((ancestor) => `${ancestor} ${name}`)];
  if (node.type === 'class') return within(`.${node.value}`);
  if (node.type === 'id') return within(`#${node.value}`);
  if (node.type === 'tag') return within(node.value.toLowerCase());
  if (node.type === 'attribute' && node.attribute === 'dir' && node.operator === '=')
    return [`[dir=${node.value}]`];
  if (node.type === 'pseudo' && FIELDS[node.value]) return [FIELDS[node.value] as Need];
  if (node.type === 'pseudo' && node.value === ':dir' && `${node.nodes}`.trim() === 'rtl')
    return [[['[dir=rtl]'], [':dir(rtl)']]];
  if (node.type === 'pseudo' && ALTERNATIVES.test(node.value))
    return [node.nodes.map((selector) => needsOf(selector, ancestors))];
  return [];
}

const ofTypes = (...types: string[]): Need => types.map((type) => [`[type=${type}]`]);
const dates = ['date', 'time', 'datetime-local', 'month', 'week'];
const date = ofTypes(...dates);
const number = ofTypes('number', ...dates);

/** Parts that only some fields have. A reset of styles names many of them. */
const FIELDS: Partial<Record<string, Need>> = {
  '::file-selector-button': ofTypes('file'),
  '::-webkit-search-decoration': ofTypes('search'),
  '::-webkit-inner-spin-button': number,
  '::-webkit-outer-spin-button': number,
  '::-webkit-date-and-time-value': date,
  '::-webkit-calendar-picker-indicator': date,
  '::-webkit-datetime-edit': date,
  ...Object.fromEntries(
    [
      'fields-wrapper',
      ...['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond', 'meridiem'].map(
        (part) => `${part}-field`,
      ),
    ].map((part) => [`::-webkit-datetime-edit-${part}`, date]),
  ),
};

/** A host that only serves to resolve an address, and is taken off again. */
const ROOT = 'http://root';

const fromRoot = (url: string, address: string) => {
  const { origin, href } = new URL(url.trim(), ROOT + address);
  return origin === ROOT ? href.slice(ROOT.length) : url;
};
