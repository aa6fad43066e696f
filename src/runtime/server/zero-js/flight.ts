/** Client components in a page's flight data. The format is React's, and not public: Next is pinned. */
import { ofProcess } from '../../base/of-process.ts';

/** One client component that a page names. */
export interface ClientReference {
  /** The bundler's name of its module. */
  module: string;
  /** Whether the page shows it; otherwise it is only handed on, as an error boundary is to the router. */
  isShown: boolean;
}

/** Modules that a page may show without being the browser's, by the bundler's names; `References` says which. */
export interface KnownModules {
  framework: ReadonlySet<string>;
  boundaries: ReadonlySet<string>;
}

const COLON = 0x3a;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
/** Rows that say how long they are and may hold anything: text, and the kinds of binary data. */
const withLength = new Set('TAOoUSsLlGgMmVb'.split(''));
/** Symbols whose server-rendered output is known to need no script. Others move, hide or wait. */
const symbols = /"\$Sreact\.(?!fragment"|suspense")/;
/** The error of `notFound()`, in place of which the server rendered the not-found page. */
const notFound = '{"digest":"NEXT_HTTP_ERROR_FALLBACK;404"}';

/**
 * @param flight rows of React's flight format
 * @returns undefined where something in it is unfamiliar
 */
export function clientReferencesOf(flight: Buffer): ClientReference[] | undefined {
  const rows = rowsOf(flight);
  if (!rows) return undefined;
  const imports = new Map<string, string>();
  const shown = new Set<string>();
  for (const { id, tag, text } of rows) {
    // An error is shown by the browser, and a stream goes on there.
    if ((tag === 'E' && text !== notFound) || /^[rx]/.test(text) || symbols.test(text)) return undefined;
    for (const [, reference = ''] of text.matchAll(/\["\$","\$L?([0-9a-f]+)"/g)) shown.add(reference);
    if (tag !== 'I') continue;
    const module = moduleOf(text);
    if (module === undefined) return undefined;
    imports.set(id, module);
  }
  return [...imports].map(([id, module]) => ({ module, isShown: shown.has(id) }));
}

/** The cache handler's knowledge, for modules that Next bundles; undefined where all pages stay Next's, and until it has started. */
export const zeroJsModules = ofProcess('zero-js-modules', () => ({
  known: undefined as KnownModules | undefined,
}));

/** @returns undefined where something in the data is unfamiliar */
export function hasClientComponent(flight: Buffer, known: KnownModules): boolean | undefined {
  return clientReferencesOf(flight)?.some(
    ({ module, isShown }) => !known.framework.has(module) && (isShown || !known.boundaries.has(module)),
  );
}

/** @param text `[module, chunks, name]` */
function moduleOf(text: string): string | undefined {
  try {
    const [module] = JSON.parse(text);
    return typeof module === 'number' || typeof module === 'string' ? String(module) : undefined;
  } catch {
    return undefined;
  }
}

interface Row {
  id: string;
  /** A capital letter, or nothing for JSON. */
  tag: string;
  text: string;
}

/** Read row by row: a text of the CMS may look like a row, and the row behind it does not begin a line. */
function rowsOf(flight: Buffer): Row[] | undefined {
  const rows: Row[] = [];
  for (let at = 0; at < flight.length; ) {
    const colon = flight.indexOf(COLON, at);
    const id = colon < 0 ? '?' : flight.toString('latin1', at, colon);
    if (!/^[0-9a-f]*$/.test(id)) return undefined;
    const tag = String.fromCharCode(flight[colon + 1] ?? 0);
    if (withLength.has(tag)) {
      const comma = flight.indexOf(COMMA, colon);
      const length = comma < 0 ? '' : flight.toString('latin1', colon + 2, comma);
      if (!/^[0-9a-f]+$/.test(length)) return undefined;
      at = comma + 1 + Number.parseInt(length, 16);
      continue;
    }
    const end = flight.indexOf(NEWLINE, colon);
    if (end < 0) return undefined;
    const isTagged = /^[A-Z]$/.test(tag);
    rows.push({
      id,
      tag: isTagged ? tag : '',
      text: flight.toString('utf8', colon + (isTagged ? 2 : 1), end),
    });
    at = end + 1;
  }
  return rows;
}
