import type { Element } from './jsx';

/** How a kind of field is asked for, read and shown. */
export interface FieldKind {
  /** Types of ACF that are shown so. */
  acf: readonly string[];
  /** GraphQL behind the name of the field. */
  select?: string;
  /** @param path into the answer: `book.subtitle` */
  read: (path: string) => string;
  /** When there is something to show; otherwise when the value is there. */
  when?: (value: string) => string;
  show: (value: string, label: string) => Element;
}

/** A field of a group in WordPress. */
export interface GroupField {
  /** The site's name for it. */
  name: string;
  /** Key of `fieldKinds`. */
  kind: string;
  /** Names in GraphQL that lead to it, within the group; its name alone where left out. */
  path?: readonly string[];
}

/**
 * Types of rows, from `headless-site/content`. Starters write them out: while `content.config.ts` has a mistake, `fields` are of any type, and a
 * callback without them was an error of each list.
 */
export const rowTypes = ['FieldLink', 'ImageView'] as const;
type RowType = (typeof rowTypes)[number];

const LINK = 'className="link"';
const PICTURE = '{ sourceUrl altText mediaDetails { width height } }';

const link = (href: string, text: string): Element => ({
  tag: 'a',
  attributes: [LINK, href],
  children: [text],
});
const paragraph = (child: Element | string): Element => ({ tag: 'p', children: [child] });
const label = (text: string): Element => ({ tag: 'p', attributes: ['className="label"'], children: [text] });
const html = (value: string): Element => ({ tag: 'SafeHtml', attributes: [`html={${value}}`] });

const oneLink = (fallback: (value: string, label: string) => string): Pick<FieldKind, 'read' | 'show'> => ({
  read: (path) => `field.link('${path}')`,
  show: (value, name) =>
    paragraph(link(`href={${value}.href}`, `{${value}.text || ${fallback(value, name)}}`)),
});

const links: Pick<FieldKind, 'read' | 'when' | 'show'> = {
  read: (path) => `field.list('${path}', (row) => row.link())`,
  when: (value) => `${value}?.length`,
  show: (value) => listOf(value, 'FieldLink', 'link', 'href', link('href={link.href}', '{link.text}')),
};

/** @param type of a row, which its field `key` tells from the others */
function listOf(value: string, type: RowType, row: string, key: string, child: Element): Element {
  const item: Element = { tag: 'li', attributes: [`key={${row}.${key}}`], children: [child] };
  return { tag: 'ul', children: [{ tag: '', each: { list: value, row, type }, children: [item] }] };
}

/**
 * The kinds of fields: what `--fields` takes, and ACF's types that each stands for. Password fields, and those that hold other
 * fields, are no starter's business.
 */
export const fieldKinds: Readonly<Record<string, FieldKind>> = {
  text: {
    acf: ['text', 'radio', 'button_group'],
    read: (path) => `field.text('${path}')`,
    show: (value) => paragraph(`{${value}}`),
  },
  textarea: {
    acf: ['textarea'],
    read: (path) => `field.text('${path}')`,
    show: (value) => ({
      tag: 'p',
      attributes: ['className="whitespace-pre-line"'],
      children: [`{${value}}`],
    }),
  },
  number: {
    acf: ['number', 'range'],
    read: (path) => `field.number('${path}')`,
    when: (value) => `typeof ${value} === 'number'`,
    show: (value, name) => label(`${name}: {formatNumber(${value}, language)}`),
  },
  email: {
    acf: ['email'],
    read: (path) => `field.text('${path}')`,
    show: (value) => paragraph(link(`href={\`mailto:\${${value}}\`}`, `{${value}}`)),
  },
  url: { acf: ['url'], ...oneLink((value) => `${value}.href`) },
  link: { acf: ['link'], select: '{ url title }', ...oneLink((value) => `${value}.href`) },
  file: {
    acf: ['file'],
    select: '{ node { url: mediaItemUrl title } }',
    ...oneLink((_, name) => `'${name}'`),
  },
  image: {
    acf: ['image'],
    select: `{ node ${PICTURE} }`,
    read: (path) => `field.image('${path}')`,
    show: (value) => picture(value, '(min-width: 48rem) 39rem, 100vw'),
  },
  gallery: {
    acf: ['gallery'],
    select: `{ nodes ${PICTURE} }`,
    read: (path) => `field.list('${path}', (row) => row.image())`,
    when: (value) => `${value}?.length`,
    show: (value) => ({
      ...listOf(value, 'ImageView', 'image', 'url', picture('image', '(min-width: 48rem) 20rem, 100vw')),
      attributes: ['className="grid gap-4 sm:grid-cols-2"'],
    }),
  },
  posts: {
    acf: ['relationship', 'post_object', 'page_link'],
    select: '{ nodes { uri ... on NodeWithTitle { title } } }',
    ...links,
  },
  post: {
    acf: [],
    select: '{ node { uri ... on NodeWithTitle { title } } }',
    ...oneLink((value) => `${value}.href`),
  },
  terms: { acf: ['taxonomy'], select: '{ nodes { uri title: name } }', ...links },
  users: { acf: ['user'], select: '{ nodes { uri title: name } }', ...links },
  date: {
    acf: ['date_picker'],
    read: (path) => `field.date('${path}')`,
    show: (value, name) => label(`${name}: {formatDate(${value}, language)}`),
  },
  datetime: {
    acf: ['date_time_picker'],
    read: (path) => `field.date('${path}')`,
    show: (value, name) => label(`${name}: {formatDate(${value}, language)}, {${value}.slice(11, 16)}`),
  },
  time: {
    acf: ['time_picker'],
    read: (path) => `field.text('${path}')`,
    show: (value, name) => label(`${name}: {${value}}`),
  },
  colour: {
    acf: ['color_picker'],
    read: (path) => `field.text('${path}')`,
    show: (value) => ({
      tag: 'p',
      attributes: ['className="flex items-center gap-2"'],
      children: [
        {
          tag: 'span',
          attributes: ['className="size-4 rounded"', `style={{ backgroundColor: ${value} }}`],
        },
        `{${value}}`,
      ],
    }),
  },
  choices: {
    acf: ['select', 'checkbox'],
    read: (path) => `field.list('${path}', (row) => row.text())`,
    when: (value) => `${value}?.length`,
    show: (value, name) => label(`${name}: {${value}.join(', ')}`),
  },
  boolean: {
    acf: ['true_false'],
    read: (path) => `field.boolean('${path}')`,
    show: (_, name) => label(name),
  },
  html: { acf: ['wysiwyg'], read: (path) => `field.html('${path}')`, show: html },
  embed: { acf: ['oembed'], read: (path) => `field.html('${path}')`, show: html },
  map: {
    acf: ['google_map'],
    select: '{ streetAddress latitude longitude }',
    read: (path) => `{
  address: field.text('${path}.streetAddress'),
  latitude: field.number('${path}.latitude'),
  longitude: field.number('${path}.longitude'),
}`,
    when: (value) => `typeof ${value}?.latitude === 'number'`,
    show: (value, name) =>
      paragraph(
        link(
          `href={\`https://www.google.com/maps/search/?api=1&query=\${${value}.latitude},\${${value}.longitude}\`}`,
          `{${value}.address ?? '${name}'}`,
        ),
      ),
  },
};

function picture(value: string, sizes: string): Element {
  return { tag: 'CmsImage', attributes: [`image={${value}}`, `sizes="${sizes}"`, 'ratio="natural"'] };
}

/** The kind that shows a type of ACF, or has that name. */
export function kindOfField(name: string): string | undefined {
  if (Object.hasOwn(fieldKinds, name)) return name;
  return Object.keys(fieldKinds).find((kind) => fieldKinds[kind]?.acf.includes(name));
}
