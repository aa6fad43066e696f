import { fieldKinds, type GroupField } from './field-kinds';
import { WIDTH } from './jsx';

const pathOf = ({ name, path = [name] }: GroupField): readonly string[] => path;

/**
 * Where a field stands in the answer: `book.subtitle`.
 * @param group names in GraphQL that lead to the group
 */
export const answerPath = (group: readonly string[], field: GroupField): string =>
  [...group, ...pathOf(field)].join('.');

/** GraphQL that asks for fields, a line each, as it stands in `select`. */
export function selectionOf(group: readonly string[], fields: readonly GroupField[], pad = ''): string[] {
  const [first, ...rest] = group;
  if (first !== undefined) return [`${pad}${first} {`, ...selectionOf(rest, fields, `${pad}  `), `${pad}}`];
  const heads = [...new Set(fields.map((field) => pathOf(field)[0] ?? ''))];
  return heads.flatMap((head) => {
    const of = fields.filter((field) => pathOf(field)[0] === head);
    const inside = of
      .map((field) => ({ ...field, path: pathOf(field).slice(1) }))
      .filter(({ path }) => path.length > 0);
    if (inside.length > 0) return [`${pad}${head} {`, ...selectionOf([], inside, `${pad}  `), `${pad}}`];
    return [pad + [head, fieldKinds[of[0]?.kind ?? '']?.select].filter(Boolean).join(' ')];
  });
}

/** How deep `read` stands in a file of ours. */
const DEPTH = 8;

/**
 * Lines of `read`, broken as Biome breaks them there.
 * @param reader what the owner calls its parameter
 */
export function readLines(
  group: readonly string[],
  fields: readonly GroupField[],
  reader = 'field',
): string[] {
  return fields.flatMap((field) => {
    const value = fieldKinds[field.kind]?.read(answerPath(group, field)).replace(/\bfield\./g, `${reader}.`);
    const line = `${field.name}: ${value},`;
    return (line.includes('\n') ? line : broken(line)).split('\n');
  });
}

/** A call with a function as its last argument: that one alone is broken, unless what stands before it is too long as well. */
function broken(line: string): string {
  const fits = (text = '') => text.length + DEPTH <= WIDTH;
  if (fits(line)) return line;
  const last = line.replace(/ => (row\.\w+\(\))\),$/, ' =>\n  $1,\n),');
  return fits(last.split('\n')[0])
    ? last
    : line.replace(/\((\S+), (\(row\) => .*)\),$/, '(\n  $1,\n  $2,\n),');
}

/** A whole entry, as it stands in `fields`, `terms` or `site`. */
export const entryOf = (type: string, group: readonly string[], fields: readonly GroupField[]): string[] => [
  `${keyOf(type)}: {`,
  '  select: `',
  ...selectionOf(group, fields, '    '),
  '  `,',
  '  read: (field) => ({',
  ...readLines(group, fields).map((line) => `    ${line}`),
  '  }),',
  '},',
];

/** A key of an object, as Biome writes it. */
const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);
