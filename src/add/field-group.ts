import type { Addition, Paste } from './addition';
import type { ReadText } from './block';
import { asksFor, CONTENT_FILE, keyOf, withFieldEntry } from './edit-content';
import { fieldKinds, type GroupField } from './field-kinds';
import { linesOf, WIDTH, when } from './jsx';
import { camel, title } from './names';
import type { Place } from './places';
import { type View, viewOf } from './views';

/**
 * A component that shows the fields of a group, and the entry that asks for them. A component that is there stays as it is: it is the owner's.
 * @param name of the group: `book`
 * @param place which has the group: `book` is `book { … }` in GraphQL unless its path says otherwise
 */
export function addFieldGroup(
  name: string,
  place: Pick<Place, 'kind' | 'type'> & Partial<Place>,
  fields: readonly GroupField[],
  readText: ReadText,
): Addition {
  const { kind, type } = place;
  const view = viewOf(place, name);
  const path = `${view.folder}/${view.component}.tsx`;
  const group = place.path ?? [camel(name)];
  const entry = entryFor(group, type, fields);
  const content = readText(CONTENT_FILE);
  const edited = content === undefined ? undefined : withFieldEntry(content, kind, type, entry);
  const paste: Paste = {
    path: CONTENT_FILE,
    where: `into defineContent({ … }); where ${kind}.${type} is there already, join what is in it`,
    text: `  ${kind}: {\n${entry}  },`,
  };
  // With both there, there is nothing to add: `add` says so.
  const isThere = readText(path) !== undefined && !asksFor(content ?? '', kind, type, group.at(-1) ?? '');
  return {
    create: isThere ? [] : [{ path, contents: starter(name, view, fields) }],
    ...(isThere ? { keep: [path] } : {}),
    change: edited === undefined ? [] : [{ path: CONTENT_FILE, contents: edited }],
    paste: edited === undefined ? [paste] : [],
    next: [usage(view, fields)],
  };
}

/** Of `fields`, `terms` or `site` in `content.config.ts`. */
function entryFor(group: readonly string[], type: string, fields: readonly GroupField[]): string {
  const read = fields.map((field) => lineOf(field, group.join('.')));
  return `    ${keyOf(type)}: {
      select: \`
${selectionOf(group, fields, 8)}
      \`,
      read: (field) => ({
${read.join('\n')}
      }),
    },
`;
}

const pathOf = ({ name, path = [name] }: GroupField): readonly string[] => path;

/** @param group names that lead to the fields; each opens a bracket */
function selectionOf(group: readonly string[], fields: readonly GroupField[], indent: number): string {
  const [first, ...rest] = group;
  const pad = ' '.repeat(indent);
  if (first !== undefined) return `${pad}${first} {\n${selectionOf(rest, fields, indent + 2)}\n${pad}}`;
  const heads = [...new Set(fields.map((field) => pathOf(field)[0] ?? ''))];
  return heads
    .map((head) => {
      const of = fields.filter((field) => pathOf(field)[0] === head);
      const inside = of
        .map((field) => ({ ...field, path: pathOf(field).slice(1) }))
        .filter(({ path }) => path.length > 0);
      if (inside.length > 0) return `${pad}${head} {\n${selectionOf([], inside, indent + 2)}\n${pad}}`;
      return pad + [head, fieldKinds[of[0]?.kind ?? '']?.select].filter(Boolean).join(' ');
    })
    .join('\n');
}

/** A line of `read`, broken as Biome breaks it. */
function lineOf(field: GroupField, group: string): string {
  const path = [group, ...pathOf(field)].join('.');
  const line = `        ${field.name}: ${fieldKinds[field.kind]?.read(path)},`;
  const isLong = !line.includes('\n') && line.length > WIDTH;
  return isLong ? line.replace(/ => (row\.\w+\(\))\),$/, ' =>\n          $1,\n        ),') : line;
}

const needsLanguage = (fields: readonly GroupField[]) =>
  fields.some(({ kind }) => kind === 'date' || kind === 'datetime');

function starter(name: string, view: View, fields: readonly GroupField[]): string {
  const shown = fields.flatMap((field) => {
    const kind = fieldKinds[field.kind];
    const value = `fields.${field.name}`;
    return kind ? when(kind.when?.(value) ?? value, kind.show(value, title(field.name)), 6) : [];
  });
  const { component } = view;
  const code = shown.join('\n');
  const type = `${view.type}['${view.field}']`;
  const props = needsLanguage(fields)
    ? { names: 'fields, language', type: `${component}Props` }
    : { names: 'fields', type: `{ fields: ${type} }` };
  const declared = needsLanguage(fields)
    ? `interface ${component}Props {
  fields: ${type};
  /** Of the page, for its dates. */
  language: string;
}

`
    : '';
  const imports = [
    needsLanguage(fields) && "import { formatDate } from 'headless-site';",
    `import type { ${view.type} } from 'headless-site/content';`,
    code.includes('<CmsImage') && "import { CmsImage } from '@/components/content/CmsImage';",
    code.includes('<SafeHtml') && "import { SafeHtml } from '@/components/content/Html';",
  ].filter(Boolean);
  return `${imports.join('\n')}

${declared}/** What ${view.owner} has of the fields "${title(name)}"; nothing where it has none. */
export function ${component}({ ${props.names} }: ${props.type}) {
  return (
    <div className="${view.classes}">
${code}
    </div>
  );
}
`;
}

function usage(view: View, fields: readonly GroupField[]): string {
  const attributes = [`fields={${view.fields}}`, ...(needsLanguage(fields) ? [view.language] : [])];
  const [element = ''] = linesOf({ tag: view.component, attributes }, 0);
  return `Show it: import ${view.component} in ${view.file}, and put ${element} behind ${view.behind}, or into a template.`;
}
