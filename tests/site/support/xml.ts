import { createRequire } from 'node:module';

/** An element as the XML parser gives it. */
export interface Xml {
  name?: string;
  attributes?: Record<string, string>;
  elements?: Xml[];
  text?: string;
  cdata?: string;
}

// The parser comes with `feed`, and is looked for where that one finds it.
const { xml2js } = createRequire(createRequire(import.meta.url).resolve('feed'))('xml-js');

/** @throws {Error} when it is no XML */
export const parseXml = (xml: string): Xml => xml2js(xml);

/** Every element of a name, however deep. */
export const all = (node: Xml, name: string): Xml[] =>
  (node.elements ?? []).flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);

/** Text for a reader: text and CDATA joined, entities resolved. */
export const textOf = (node: Xml | undefined): string =>
  (node?.elements ?? []).map((child) => child.text ?? child.cdata ?? '').join('');
