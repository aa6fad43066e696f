import { Unclear, withLines, withSelection } from './edit-object';
import type { GroupField } from './field-kinds';
import { answerPath, entryOf, readLines, selectionOf } from './field-lines';
import { camel, pascal } from './names';
import { codeOf, type ObjectText, objectAt } from './object-text';
import type { Place } from './places';

/** The owner's fields. */
export const CONTENT_FILE = 'content.config.ts';

/**
 * Edits a text whatever its line ends are.
 * @param edit gets and gives a text with line feeds; undefined for a text that it does not understand
 */
export function inItsLineEnds(text: string, edit: (plain: string) => string | undefined): string | undefined {
  const edited = edit(text.replaceAll('\r\n', '\n'));
  return text.includes('\r\n') ? edited?.replaceAll('\n', '\r\n') : edited;
}

/** Fields of a group, and where they are. */
export interface Wanted extends Pick<Place, 'kind' | 'type' | 'path'> {
  fields: readonly GroupField[];
}

/** The file that asks for all of them, and what it calls each; or why it stays as it is, and what is to be written there. */
export type Asked =
  | { text: string; fields: readonly GroupField[] }
  | { why: string; lines: readonly string[] };

/**
 * Adds the fields that are not selected or read yet. The owner's lines stay: new ones are put in front of them.
 * @param text of `content.config.ts`
 */
export function askFor(text: string, wanted: Wanted): Asked {
  const plain = text.replaceAll('\r\n', '\n');
  try {
    if (/^(?:<{7}|={7}|>{7})/m.test(plain)) throw new Unclear('it has conflict markers');
    const asked = edited(plain, wanted);
    return { ...asked, text: text.includes('\r\n') ? asked.text.replaceAll('\n', '\r\n') : asked.text };
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    const written = error.written ?? behindKey(plain, wanted.type);
    const fields = wanted.fields.map((field) => ({
      ...field,
      name: keyReading(written, answerPath(wanted.path, field)),
    }));
    const isThere = (field: { name: string | undefined }): field is GroupField => field.name !== undefined;
    // The owner has written them by hand.
    if (fields.length > 0 && fields.every(isThere)) return { text, fields };
    return { why: error.message, lines: linesFor(wanted) };
  }
}

const linesFor = ({ kind, type, path, fields }: Wanted): string[] => [
  `${kind}: {`,
  ...entryOf(type, path, fields).map((line) => `  ${line}`),
  '},',
];

function behindKey(text: string, type: string): string {
  const at = text.search(new RegExp(`[\\s{,'"]${type}['"]?\\s*:`));
  return at < 0 ? '' : text.slice(at);
}

/** @throws {Unclear} */
function edited(text: string, wanted: Wanted): { text: string; fields: readonly GroupField[] } {
  const { kind, type, path } = wanted;
  const code = codeOf(text);
  const calls = [...code.matchAll(/\bdefineContent\s*\(\s*(?=\{)/g)];
  const [call] = calls;
  const config = call && calls.length === 1 && objectAt(text, code, call.index + call[0].length);
  if (!config) throw new Unclear('its `defineContent({ … })` is written in another form');
  const source = { text, code };
  const section = memberOf(source, config, kind);
  const fields = named(source, config, wanted);
  if (!section) return { text: withLines(text, config, linesFor({ ...wanted, fields })), fields };
  const entry = memberOf(source, section, type, `${kind}.${type}`);
  if (!entry) return { text: withLines(text, section, entryOf(type, path, fields)), fields };
  const reader = readerOf(source, entry);
  const select = entry.properties.find(({ key }) => key === 'select');
  if (!reader || !select)
    throw new Unclear(
      `\`${kind}.${type}\` has no \`read\` in the form of the recipe`,
      text.slice(entry.open, entry.close),
    );
  const read = text.slice(reader.open, reader.close);
  const missing = fields.filter((field) => !keyReading(read, answerPath(path, field)));
  if (missing.length === 0) return { text, fields };
  // One that stands on one line gets lines of its own first.
  for (const object of [section, entry]) {
    const broken = withLines(text, object, []);
    if (broken !== text) return edited(broken, wanted);
  }
  // The edit at the higher offset is made first, so that the lower offset stays valid.
  const edits = [
    { at: reader.open, edit: (now: string) => withLines(now, reader, readLines(path, missing, reader.name)) },
    { at: select.start, edit: (now: string) => withSelection(now, select, selectionOf(path, missing)) },
  ].sort((a, b) => b.at - a.at);
  return { text: edits.reduce((now, { edit }) => edit(now), text), fields };
}

interface Source {
  text: string;
  code: string;
}

/** @throws {Unclear} for what may be there and cannot be seen */
function memberOf(
  { text, code }: Source,
  object: ObjectText,
  key: string,
  place = key,
): ObjectText | undefined {
  const property = object.properties.find((one) => one.key === key);
  const unknown = object.properties.find((one) => one.key === undefined);
  if (unknown)
    throw new Unclear(`what \`${text.slice(unknown.start, unknown.end)}\` holds is not known here`);
  if (!property) return undefined;
  const value = objectAt(text, code, property.value);
  if (!value) throw new Unclear(`\`${place}\` is not written out in it`);
  return value;
}

interface Reader extends ObjectText {
  /** Name of its parameter. */
  name: string;
}

/** The `read` of an entry, where it is an arrow with an object. */
function readerOf({ text, code }: Source, entry: ObjectText): Reader | undefined {
  const read = entry.properties.find(({ key }) => key === 'read');
  const head = /^\(?\s*([A-Za-z_$][\w$]*)\s*(?::[^)=]*)?\)?\s*=>\s*\(\s*(?=\{)/.exec(
    code.slice(read?.value ?? code.length),
  );
  const object = read && head && objectAt(text, code, read.value + head[0].length);
  return object && head?.[1] && object.properties.every(({ key }) => key !== undefined)
    ? { ...object, name: head[1] }
    : undefined;
}

/** The key under which a path into the answer is read. */
function keyReading(text: string, path: string): string | undefined {
  const call = `\\w+\\.\\w+\\(\\s*['"\`]${path}(?:\\.\\w+)?['"\`]`;
  return new RegExp(`([\\w$]+)['"]?\\s*:\\s*(?:\\{\\s*\\w+:\\s*)?${call}`).exec(text)?.[1];
}

/**
 * The fields, each under a name that no other field of the same component has.
 * @throws {Unclear}
 */
function named(source: Source, config: ObjectText, { kind, type, path, fields }: Wanted): GroupField[] {
  const reads = beside(source, config, kind, type).map(({ open, close, properties }) => ({
    text: source.text.slice(open, close),
    keys: properties.map(({ key }) => key),
  }));
  return fields.map((field) => {
    const leads = answerPath(path, field);
    const isFree = (name: string) =>
      reads.every(({ text, keys }) => !keys.includes(name) || keyReading(text, leads) === name);
    const known = reads.flatMap(({ text }) => keyReading(text, leads) ?? [])[0];
    const names = known ? [known] : [field.name, `${camel(path.at(-1) ?? '')}${pascal(field.name)}`];
    const name = names.find(isFree);
    if (!name) throw new Unclear(`it has other fields of the name \`${names.at(-1)}\``, '');
    return name === field.name ? field : { ...field, name, path: field.path ?? [field.name] };
  });
}

/** The readers of all entries that come to the same component. */
function beside(source: Source, config: ObjectText, kind: string, type: string): Reader[] {
  const readersOf = (section: string, isBeside: (key: string) => boolean) => {
    const property = config.properties.find(({ key }) => key === section);
    const found = property && objectAt(source.text, source.code, property.value);
    return (found?.properties ?? []).flatMap(({ key = '', value }) => {
      const entry = isBeside(key) ? objectAt(source.text, source.code, value) : undefined;
      return (entry && readerOf(source, entry)) ?? [];
    });
  };
  if (kind === 'fields') return readersOf(kind, (key) => (key === 'page') === (type === 'page'));
  // An archive is that of a term or of an author.
  if (kind === 'terms' || type === 'author')
    return [...readersOf('terms', () => true), ...readersOf('site', (key) => key === 'author')];
  return readersOf(kind, (key) => key === type);
}
