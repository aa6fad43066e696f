import type { Addition, Paste } from './addition';
import type { ReadText } from './block';
import { CONTENT_FILE, keyOf, withFieldEntry } from './edit-content';
import { fieldKinds } from './field-kinds';
import { linesOf, WIDTH, when } from './jsx';
import { camel, pascal, title } from './names';

/** A field of a group in WordPress. */
export interface GroupField {
  /** In GraphQL. */
  name: string;
  /** Key of `fieldKinds`. */
  kind: string;
}

/** Beside what shows items of the type. */
const folderOf = (type: string) => (type === 'page' ? 'components/pages' : 'components/posts');

/**
 * A component that shows the fields of a group, and the entry that asks for them.
 * @param name of the group: `book` is `book { … }` in GraphQL
 * @param type WordPress's name of the type that has it
 */
export function addFieldGroup(
  name: string,
  type: string,
  fields: readonly GroupField[],
  readText: ReadText,
): Addition {
  const component = pascal(name);
  const path = `${folderOf(type)}/${component}.tsx`;
  const entry = entryFor(name, type, fields);
  const content = readText(CONTENT_FILE);
  const edited = content === undefined ? undefined : withFieldEntry(content, type, entry);
  const paste: Paste = {
    path: CONTENT_FILE,
    where: `into defineContent({ … }); where fields.${type} is there already, join what is in it`,
    text: `  fields: {\n${entry}  },`,
  };
  return {
    create: [{ path, contents: starter(component, type, fields) }],
    change: edited === undefined ? [] : [{ path: CONTENT_FILE, contents: edited }],
    paste: edited === undefined ? [paste] : [],
    next: [usage(component, type, fields)],
  };
}

/** Of `fields` in `content.config.ts`. */
function entryFor(name: string, type: string, fields: readonly GroupField[]): string {
  const group = camel(name);
  const selected = fields.map(
    (field) => `          ${[field.name, fieldKinds[field.kind]?.select].filter(Boolean).join(' ')}`,
  );
  const read = fields.map((field) => lineOf(field, group));
  return `    ${keyOf(type)}: {
      select: \`
        ${group} {
${selected.join('\n')}
        }
      \`,
      read: (field) => ({
${read.join('\n')}
      }),
    },
`;
}

/** A line of `read`, broken as Biome breaks it. */
function lineOf({ name, kind }: GroupField, group: string): string {
  const line = `        ${name}: ${fieldKinds[kind]?.read(`${group}.${name}`)},`;
  const isLong = !line.includes('\n') && line.length > WIDTH;
  return isLong ? line.replace(/ => (row\.\w+\(\))\),$/, ' =>\n          $1,\n        ),') : line;
}

const needsLanguage = (fields: readonly GroupField[]) =>
  fields.some(({ kind }) => kind === 'date' || kind === 'datetime');

function starter(component: string, type: string, fields: readonly GroupField[]): string {
  const shown = fields.flatMap((field) => {
    const kind = fieldKinds[field.kind];
    const value = `fields.${field.name}`;
    return kind ? when(kind.when?.(value) ?? value, kind.show(value, title(field.name)), 6) : [];
  });
  const view = type === 'page' ? 'PageView' : 'PostView';
  const code = shown.join('\n');
  const props = needsLanguage(fields)
    ? { names: 'fields, language', type: `${component}Props` }
    : { names: 'fields', type: `{ fields: ${view}['fields'] }` };
  const declared = needsLanguage(fields)
    ? `interface ${component}Props {
  fields: ${view}['fields'];
  /** Of the page, for its dates. */
  language: string;
}

`
    : '';
  const imports = [
    needsLanguage(fields) && "import { formatDate } from 'headless-site';",
    `import type { ${view} } from 'headless-site/content';`,
    code.includes('<CmsImage') && "import { CmsImage } from '@/components/content/CmsImage';",
    code.includes('<SafeHtml') && "import { SafeHtml } from '@/components/content/Html';",
  ].filter(Boolean);
  return `${imports.join('\n')}

${declared}/** What ${type === 'page' ? 'a page' : 'a post'} has of the fields "${title(component)}"; nothing where it has none. */
export function ${component}({ ${props.names} }: ${props.type}) {
  return (
    <div className="article-column mb-8 space-y-3 empty:hidden">
${code}
    </div>
  );
}
`;
}

function usage(component: string, type: string, fields: readonly GroupField[]): string {
  const [element = ''] = linesOf(
    {
      tag: component,
      attributes: [
        `fields={${type === 'page' ? 'page' : 'post'}.fields}`,
        ...(needsLanguage(fields) ? [type === 'page' ? 'language="en"' : 'language={language}'] : []),
      ],
    },
    0,
  );
  const [file, behind] =
    type === 'page'
      ? ['components/pages/PageBody.tsx', '<Title … />']
      : ['components/posts/Article.tsx', '<ArticleHeader … />'];
  return `Show it: import ${component} in ${file}, and put ${element} behind ${behind}, or into a template.`;
}
