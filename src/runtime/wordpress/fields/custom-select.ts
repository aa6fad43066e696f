import { type ASTVisitor, Kind, print, type SelectionNode, visit } from 'graphql/language/index.js';
import { stripIgnoredCharacters } from 'graphql/utilities/stripIgnoredCharacters.js';
import type { FieldKind } from '../../config/extend/check-fields.ts';
import type { FieldEntries, ItemEntry } from '../../config/extend/content.ts';
import { placeOf } from '../../config/extend/place.ts';
import { prefixOf } from './custom-names.ts';
import { SelectError, selectionsOf } from './custom-syntax.ts';

/** A field of a `select`, or an inline fragment there. */
export interface CustomField {
  kind: FieldKind;
  /** WordPress's name of the type, `post`, `page`, `project`, or of the taxonomy. */
  type: string;
  /** The entry of `content.config.ts` that it stands in. */
  entry: ItemEntry;
  /** GraphQL, without what is selected inside of it. */
  head: string;
  /** Key in the owner's answer; undefined for an inline fragment. */
  key: string | undefined;
  inside: readonly CustomField[];
  /** Its stand-in in the document that asks which fields there are, on a line of its own. */
  line: string;
  /** Entry and name: `fields.post: WordPress cannot answer "book.pages"`. */
  about: string;
  /** Where it is written: `content.config.ts:12`. */
  place: () => string;
}

/**
 * The custom fields of one kind, one by one.
 * @param report gets a line for each `select` that is not GraphQL, or needs something from outside of it: such an entry has no fields
 */
export function customFieldsOf(
  entries: FieldEntries,
  kind: FieldKind,
  report: (problem: string) => void,
): CustomField[] {
  return Object.entries(entries).flatMap(([type, entry]) => {
    const { select } = entry;
    // One that is none was named when the file was read.
    if (typeof select !== 'string') return [];
    try {
      const { selections, opening } = selectionsOf(select);
      return selections.map((selection, position) =>
        customField(
          renamed(selection, prefixOf(type, kind)),
          { kind, type, entry, opening },
          [],
          `${kind}.${type}.${position}`,
        ),
      );
    } catch (error) {
      if (!(error instanceof SelectError)) throw error;
      const { message, offset } = error;
      report(`${placeOf([kind, type], { select, offset })}: ${kind}.${type}.select: ${message}`);
      return [];
    }
  });
}

interface Of {
  kind: FieldKind;
  type: string;
  entry: ItemEntry;
  /** Length of what stands before `select` in what was parsed. */
  opening: number;
}

/**
 * @param above names of what it stands in
 * @param id makes its line another one than that of each other field
 */
function customField(node: SelectionNode, of: Of, above: readonly string[], id: string): CustomField {
  const { kind, type, entry, opening } = of;
  const head = headOf(node);
  const isField = node.kind === Kind.FIELD;
  const names = isField ? [...above, node.name.value] : above;
  const selected = node.kind === Kind.FRAGMENT_SPREAD ? [] : (node.selectionSet?.selections ?? []);
  const start = (isField ? node.name : node).loc?.start ?? 0;
  return {
    kind,
    type,
    entry,
    head,
    key: isField ? withoutPrefix((node.alias ?? node.name).value, prefixOf(type, kind)) : undefined,
    inside: selected.map((part, at) => customField(part, of, names, `${id}.${at}`)),
    line: `${head}${selected.length > 0 ? ' {' : ''} # ${id}`,
    about: `${kind}.${type}: WordPress cannot answer "${names.join('.') || head}"`,
    place: () => placeOf([kind, type], { select: entry.select, offset: start - opening }),
  };
}

const withoutPrefix = (name: string, prefix: string) =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name;

function headOf(node: SelectionNode): string {
  if (node.kind === Kind.FIELD) return stripIgnoredCharacters(print({ ...node, selectionSet: undefined }));
  const whole = stripIgnoredCharacters(print(node));
  return whole.replace(/\{.*/s, '');
}

/** A text in several lines becomes one: each selection has one line. */
const inOneLine: ASTVisitor = { StringValue: (value) => ({ ...value, block: false }) };

/** @returns the selection with the prefix before the name of each field at its top */
function renamed(selection: SelectionNode, prefix: string): SelectionNode {
  const inside = visit(selection, inOneLine);
  if (inside.kind === Kind.FIELD) {
    const name = prefix + (inside.alias ?? inside.name).value;
    return { ...inside, alias: { kind: Kind.NAME, value: name } };
  }
  if (inside.kind !== Kind.INLINE_FRAGMENT) return inside;
  const selections = inside.selectionSet.selections.map((part) => renamed(part, prefix));
  return { ...inside, selectionSet: { ...inside.selectionSet, selections } };
}
