import type { Register } from 'headless-site/register';
import type { ImageView } from '../base/picture.ts';

/** What `content.config.ts` holds. Each entry has a recipe in `docs/` of this package. */
export interface Content<
  Fields extends FieldEntries = FieldEntries,
  Cards extends FieldEntries = FieldEntries,
  Terms extends FieldEntries = FieldEntries,
> {
  /** Own GraphQL fields of single items: `post`, `page`, or a custom type by its name in WordPress. */
  fields?: Fields;
  /** The same of items in lists. */
  cards?: Cards;
  /** The same of terms, for their archives: `category`, `post_tag`, or a custom taxonomy by its name in WordPress. */
  terms?: Terms;
  /** What the cleaner of CMS HTML lets through beyond its own list. */
  html?: OwnHtml;
  /** Sources of the Content-Security-Policy beyond the site's own: `{ 'script-src': ['https://widget.example'] }`. */
  security?: OwnSources;
  /** Pages that the site has without the CMS, for the sitemap and the search. A function is asked when these are made. */
  pages?: readonly OwnPage[] | (() => readonly OwnPage[] | Promise<readonly OwnPage[]>);
  /** What runs around a webhook's revalidation. */
  revalidate?: RevalidateHooks;
}

export interface FieldEntry<Value = unknown> {
  /** GraphQL, as it would stand inside of the item: `book { subtitle pages }`. */
  select: string;
  /** Makes what the template gets as `post.fields`. Where the CMS has nothing, each reader gives null. */
  read: (field: FieldReader) => Value;
  /** Of `fields` only: paths into the answer whose text the search finds, `['book.subtitle']`; of a list each row. */
  search?: readonly string[];
}

export type FieldEntries = Readonly<Record<string, FieldEntry>>;

/**
 * Readers of what the CMS answered. A path such as `book.subtitle` leads into the answer; without one it is the value itself.
 * None ever throws; each gives null for what is absent, empty or of another kind.
 */
export interface FieldReader {
  /** Text as the CMS gives it, never to be shown as HTML; of a list its first entry (ACF's choices are lists). */
  text(path?: string): string | null;
  /** HTML, cleaned as content is; show it with `SafeHtml` from `@/components/content/Html`. */
  html(path?: string): string | null;
  /** Also one that is written as text. */
  number(path?: string): number | null;
  /** Also WordPress's `"1"` and `"0"`. */
  boolean(path?: string): boolean | null;
  /** `2026-01-31` or `2026-01-31T20:00:00`, for `formatDate`; also from ACF's `20260131`. */
  date(path?: string): string | null;
  /** For `CmsImage`. Select `sourceUrl altText mediaDetails { width height }`, of ACF inside of `node { … }`. */
  image(path?: string): ImageView | null;
  /** Where a link leads on this site, from an address, ACF's `url title` or an item's `uri title`. */
  link(path?: string): FieldLink | null;
  /** Each row of a list or of a connection's `nodes`, without those that `read` gives null for; empty where there is none. */
  list<Row>(path: string, read: (row: FieldReader) => Row): NonNullable<Row>[];
  /** Whatever the CMS answered, unchecked. */
  raw(path?: string): unknown;
}

export interface FieldLink {
  /** A path on this site, or an address of http, https, mailto or tel. */
  href: string;
  /** Empty where the CMS has none. */
  text: string;
}

export interface OwnHtml {
  /** Names of elements: `['my-map']`. */
  tags?: readonly string[];
  /** Names of attributes by element, `*` for all: `{ 'my-map': ['lat', 'lng'], '*': ['data-*'] }`. */
  attributes?: Readonly<Record<string, readonly string[]>>;
  /** Players of other hosts, shown as videos are: nothing is asked of the host before the visitor opens it. */
  embeds?: readonly OwnEmbed[];
}

export interface OwnEmbed {
  /** Host of the address that WordPress embeds: `www.loom.com`. */
  host: string;
  /** What visitors know it by: `Loom`. */
  name: string;
  /** @returns the player's address, made from what WordPress embeds; null for what is not to be shown */
  src: (url: URL) => string | null;
  /** Where the player is, if not at `https://` and the host; also goes into the policy's `frame-src`. */
  origin?: string;
}

/** The fetch directives that may get more sources. */
export const directives = [
  'child-src',
  'connect-src',
  'font-src',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'script-src',
  'style-src',
  'worker-src',
] as const;

export type OwnSources = Readonly<Partial<Record<(typeof directives)[number], readonly string[]>>>;

export interface OwnPage {
  /** On this site, as its links are written: `/pricing`. */
  path: string;
  title: string;
  /** Plain text that search finds and shows the beginning of. */
  text?: string;
  /** `2026-01-31`, or a moment: `2026-01-31T20:00:00Z`. */
  modified?: string;
}

/** What can have happened at a path. `menu` and `settings` go with `/*` only. */
export const changeEvents = ['publish', 'update', 'delete', 'menu', 'settings'] as const;
export type ChangeEvent = (typeof changeEvents)[number];

/** One change that a webhook tells of. */
export interface Change {
  /** In normal form, without a slash at its end; may end in `/*`: all below it. */
  path: string;
  /** Undefined when the sender did not say. */
  event: ChangeEvent | undefined;
}

export interface RevalidateHooks {
  /** Before anything is refreshed. The revalidation waits for it, for two seconds at most. */
  before?: (changes: readonly Change[]) => unknown;
  /** Behind the answer, once all is said to be out of date. */
  after?: (changes: readonly Change[]) => unknown;
}

/** What the site takes beyond what it comes with; the types of `post.fields`, `archive.fields` and so on follow from it. */
export function defineContent<
  const Fields extends FieldEntries,
  const Cards extends FieldEntries,
  const Terms extends FieldEntries,
>(content: Content<Fields, Cards, Terms>): Content<Fields, Cards, Terms> {
  return content;
}

type Registered = Register extends { content: Content<infer Fields> } ? Fields : FieldEntries;
type RegisteredCards = Register extends { content: { cards?: infer Cards } }
  ? NonNullable<Cards>
  : FieldEntries;
type RegisteredTerms = Register extends { content: { terms?: infer Terms } }
  ? NonNullable<Terms>
  : FieldEntries;

/** What the entry of a type reads; an empty object where there is none. */
type ValueOf<Fields, Type extends PropertyKey> =
  Type extends Known<Fields>
    ? Fields[Type] extends { read: (field: FieldReader) => infer Value }
      ? Value
      : never
    : // biome-ignore lint/complexity/noBannedTypes: no fields at all
      {};

/** Types of items that have an entry; without `fields` the name may be any, and none has. */
type Known<Fields> = string extends keyof Fields ? never : keyof Fields;

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** Each member with the keys of the others as absent: a key can be read without asking first which member it is. */
type Readable<Union, Keys extends PropertyKey = KeysOf<Union>> = Union extends unknown
  ? Union & { readonly [Key in Exclude<Keys, keyof Union>]?: undefined }
  : never;

export type PageFields<Fields = Registered> = ValueOf<Fields, 'page'>;

/** Posts and items of custom types are shown alike; an item without an entry of its own has those of `post`, all empty. */
export type PostFields<Fields = Registered> = Readable<
  ValueOf<Fields, 'post'> | ValueOf<Fields, Exclude<Known<Fields>, 'page'>>
>;

/** Items in lists are shown alike, too; one without an entry of its own has those of `post`, all empty. */
export type CardFields<Cards = RegisteredCards> = Readable<
  ValueOf<Cards, 'post'> | ValueOf<Cards, Known<Cards>>
>;

/** Of the archive of any term; one without an entry, and what is no term's, has none. */
export type TermFields<Terms = RegisteredTerms> = Readable<
  // biome-ignore lint/complexity/noBannedTypes: no fields at all
  ValueOf<Terms, Known<Terms>> | {}
>;

/** Of the archive that a template is for, by its name: `category`, `tag-news`, `taxonomy-material`. */
export type TemplateFields<Name extends string, Terms = RegisteredTerms> = [TaxonomyOf<Name, Terms>] extends [
  never,
]
  ? TermFields<Terms>
  : ValueOf<Terms, TaxonomyOf<Name, Terms>>;

/** WordPress's name of the taxonomy of a template, where it has an entry. */
type TaxonomyOf<Name extends string, Terms> = Name extends 'category' | `category-${string}`
  ? Extract<Known<Terms>, 'category'>
  : Name extends 'tag' | `tag-${string}`
    ? Extract<Known<Terms>, 'post_tag'>
    : Exactly<Name, Known<Terms>>;

/** `taxonomy-material`, and `taxonomy-material-oak` of a taxonomy without a name that begins so. */
type Exactly<Name extends string, Taxonomy> = Taxonomy extends string
  ? Name extends `taxonomy-${Taxonomy}` | `taxonomy-${Taxonomy}-${string}`
    ? Taxonomy
    : never
  : never;
