import type { PartAttributes } from '../content/html/parts.ts';

/** React's names of attributes that it calls otherwise than HTML. */
const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  colspan: 'colSpan',
  datetime: 'dateTime',
  fetchpriority: 'fetchPriority',
  for: 'htmlFor',
  hreflang: 'hrefLang',
  playsinline: 'playsInline',
  rowspan: 'rowSpan',
  srclang: 'srcLang',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
};
const BOOLEAN = new Set(['controls', 'default', 'loop', 'muted', 'open', 'playsinline', 'reversed']);

/** Attributes of cleaned HTML as React takes them. */
export function reactAttributes(attributes: PartAttributes): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (name === 'style') return ['style', styleOf(value)];
      return [NAMES[name] ?? name, BOOLEAN.has(name) ? true : value];
    }),
  );
}

function styleOf(style: string): Record<string, string> {
  return Object.fromEntries(
    style.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      if (colon < 1) return [];
      const property = declaration.slice(0, colon).trim();
      const name = property.startsWith('--')
        ? property
        : property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [[name, declaration.slice(colon + 1).trim()]];
    }),
  );
}
