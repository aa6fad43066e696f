import type { GraphQLErrorEntry } from '../model/errors.ts';

/** A part of a document that the owner added. It has a line of its own there, so that an error says which part it is about. */
export interface CustomPart {
  /** The line, without white space around it. */
  line: string;
}

/** A part that the CMS cannot answer. */
export interface Refused<Part> {
  part: Part;
  /** The CMS's own words. */
  message: string;
}

/**
 * Which parts the CMS can answer. One that it does not know (the plugin with it is not active yet) would make every query of
 * a page invalid.
 * @param errors that validating the document gave; an error of a resolver says nothing about the schema
 * @returns the parts that no error is about, those that one is about, and the errors that are about no part
 */
export function knownParts<Part extends CustomPart>(
  parts: readonly Part[],
  document: string,
  errors: readonly GraphQLErrorEntry[],
): { known: Part[]; refused: Refused<Part>[]; others: GraphQLErrorEntry[] } {
  const lines = document.split('\n').map((line) => line.trim());
  const refused: Refused<Part>[] = [];
  const others = errors.filter(({ message, path, locations }) => {
    const places = path ? [] : linesOf(locations).map((number) => lines[number - 1]);
    const about = parts.filter(({ line }) => places.includes(line));
    refused.push(...about.map((part) => ({ part, message })));
    return about.length === 0;
  });
  const unknown = new Set(refused.map(({ part }) => part));
  return { known: parts.filter((part) => !unknown.has(part)), refused, others };
}

/** Lines of the document, from 1, where an error is. */
export function linesOf(locations: unknown): number[] {
  return Array.isArray(locations) ? locations.map((place: { line?: unknown }) => Number(place?.line)) : [];
}
