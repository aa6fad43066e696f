import type { Register } from 'headless-site/register';
import type { ImageView } from '../../base/image.ts';
import type { AnswerOf, IsUnwritten, PathOf, RowAt, SearchPathOf, Unwritten } from './answers.ts';
import type { OwnContact } from './contact.ts';
import type { HtmlWords } from './html-words.ts';

/** The type of `content.config.ts`. Each entry has a recipe in `docs/` of this package. */
export interface Content<Fields = Values, Cards = Values, Terms = Values, Site = Values> {
  /** Custom GraphQL fields of single items: `post`, `page`, or a custom type by its name in WordPress. */
  fields?: { readonly [Type in keyof Fields]: ItemEntry<Fields[Type], AnswerOf<'fields', Type>> };
  /** The same of items in lists. */
  cards?: { readonly [Type in keyof Cards]: FieldEntry<Cards[Type], AnswerOf<'cards', Type>> };
  /** The same of terms, for their archives: `category`, `post_tag`, or a custom taxonomy by its name in WordPress. */
  terms?: { readonly [Name in keyof Terms]: FieldEntry<Terms[Name], AnswerOf<'terms', Name>> };
  /** The same of what stands around items: `author` (a user, in the archive and in the box below a post), `menuItem`, and `options`, fields that stand at the top of the schema. */
  site?: { readonly [Name in keyof Site]: FieldEntry<Site[Name], AnswerOf<'site', Name>> };
  /** Elements and attributes that the sanitiser of CMS HTML lets through beyond its own list, and its words. */
  html?: OwnHtml;
  /** Sources of the Content-Security-Policy beyond the site's own: `{ 'script-src': ['https://widget.example'] }`. */
  security?: OwnSources;
  /** Pages that the site has without the CMS, for the sitemap and the search. A function is asked when these are made. */
  pages?: readonly CustomPage[] | (() => readonly CustomPage[] | Promise<readonly CustomPage[]>);
  /** Fields of the contact form beside the usual ones. */
  contact?: OwnContact;
  /** Hooks around a webhook's revalidation. */
  revalidate?: RevalidateHooks;
}

/** @typeParam Answer what `select` selects, as `npm run generate` has written it down; `any` before */
export interface FieldEntry<Value = unknown, Answer = Unwritten> {
  /** GraphQL, as it would stand inside of the item: `book { subtitle pages }`. */
  select: string;
  /** Makes what the template gets as `post.fields`; without it that is the answer. Where the CMS has nothing, each reader gives null. */
  read?: (field: FieldReader<Answer>) => Value;
}

export interface ItemEntry<Value = unknown, Answer = Unwritten> extends FieldEntry<Value, Answer> {
  /** Paths into the answer whose text the search finds, `['book.subtitle']`; of a list each row. */
  search?: readonly SearchPathOf<Answer>[];
}

/** Result of `read` for each type. */
type Values = Readonly<Record<string, unknown>>;

export type FieldEntries = Readonly<Record<string, ItemEntry>>;

/**
 * Readers of what the CMS answered. A path such as `book.subtitle` leads into the answer; without one it is the value itself.
 * None ever throws; each gives null for what is absent, empty or of another kind.
 */
export interface FieldReader<Answer = Unwritten> {
  /** Text as the CMS gives it, never to be shown as HTML; of a list its first entry (ACF's choices are lists). */
  text(path?: PathOf<Answer>): string | null;
  /** HTML, cleaned as content is; show it with `SafeHtml` from `@/components/content/Html`. */
  html(path?: PathOf<Answer>): string | null;
  /** Also one that is written as text. */
  number(path?: PathOf<Answer>): number | null;
  /** Also WordPress's `"1"` and `"0"`. */
  boolean(path?: PathOf<Answer>): boolean | null;
  /** `2026-01-31` or `2026-01-31T20:00:00`, for `formatDate`; also from ACF's `20260131`. */
  date(path?: PathOf<Answer>): string | null;
  /** For `CmsImage`. Select `sourceUrl altText mediaDetails { width height }`, of ACF inside of `node { … }`. */
  image(path?: PathOf<Answer>): ImageView | null;
  /** Where a link leads on this site, from an address, ACF's `url title` or an item's `uri title`. */
  link(path?: PathOf<Answer>): FieldLink | null;
  /** Each row of a list or of a connection's `nodes`, without those that `read` gives null for; empty where there is none. */
  list<Path extends PathOf<Answer>, Row>(
    path: Path,
    read: (row: FieldReader<RowAt<Answer, Path>>) => Row,
  ): NonNullable<Row>[];
  /** The CMS's answer, unchecked. */
  raw(path?: PathOf<Answer>): unknown;
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
  /** Text that visitors read in place of what is removed, and at a video, in other words or another language. */
  words?: Partial<HtmlWords>;
}

export interface OwnEmbed {
  /** Host of the address that WordPress embeds: `www.loom.com`. */
  host: string;
  /** Name that visitors know it by: `Loom`. */
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

export interface CustomPage {
  /** On this site, as its links are written: `/pricing`. */
  path: string;
  title: string;
  /** Plain text that search finds and shows the beginning of. */
  text?: string;
  /** `2026-01-31`, or a moment: `2026-01-31T20:00:00Z`. */
  modified?: string;
}

/** Events at a path. `menu`, `settings` and `redirects` go with `/*` only. */
export const changeEvents = ['publish', 'update', 'delete', 'menu', 'settings', 'redirects'] as const;
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

/**
 * The type check goes on with this signature where the other one finds a mistake: TypeScript takes the first signature that could have as many
 * arguments, and infers it without functions. The result of `read` is of any type then, so that one mistake is one error; otherwise each template
 * that reads a field had another. Entries without `read` keep their types.
 */
export function defineContent<Fields = Unwritten, Cards = Unwritten, Terms = Unwritten, Site = Unwritten>(
  content: { fields?: Keys<Fields>; cards?: Keys<Cards>; terms?: Keys<Terms>; site?: Keys<Site> },
  mistaken: never,
): Content<Guess<Fields>, Guess<Cards>, Guess<Terms>, Guess<Site>>;
/** Extends the site beyond what it comes with; the types of `post.fields`, `archive.fields` and so on follow from it. */
export function defineContent<Fields = Empty, Cards = Empty, Terms = Empty, Site = Empty, None = Empty>(
  content: Content<Fields, Cards, Terms, Site> & Misnamed<None>,
): Content<Fields, Cards, Terms, Site>;
export function defineContent(content: unknown) {
  return content;
}

/**
 * Asks for nothing, because there is no `None`. But while TypeScript infers the types it could be anything, and gives a function under a wrong
 * name, `raed` or a `read` in `stie`, its parameter; otherwise that and each row in it were errors of their own.
 */
type Misnamed<None> = {
  readonly [Kind in keyof NoInfer<None>]: Kind extends Exclude<keyof Content, FieldKind>
    ? unknown
    : { readonly [Type: string]: { readonly [Key: string]: (field: FieldReader) => unknown } };
};

type FieldKind = 'fields' | 'cards' | 'terms' | 'site';

/** Each entry with the names of what is in it. */
type Keys<Entries> = {
  readonly [Type in keyof Entries]: { readonly [Key in keyof Entries[Type]]: Entries[Type][Key] };
};

/** An entry with a wrong name may have its `read` under it. */
type Guess<Entries> =
  IsUnwritten<Entries> extends true
    ? Unwritten
    : {
        [Type in keyof Entries]: Exclude<keyof Entries[Type], 'select' | 'search'> extends never
          ? unknown
          : Unwritten;
      };

type Registered = Register extends { content: infer Registered }
  ? Registered
  : Content<Empty, Empty, Empty, Empty>;
/** Results of `read` for each kind of entry. */
type Reads =
  Registered extends Content<infer Fields, infer Cards, infer Terms, infer Site>
    ? { fields: Fields; cards: Cards; terms: Terms; site: Site }
    : { fields: Empty; cards: Empty; terms: Empty; site: Empty };
type RegisteredFields = Reads['fields'];
type RegisteredCards = Reads['cards'];
type RegisteredTerms = Reads['terms'];
type RegisteredSite = Reads['site'];

// biome-ignore lint/complexity/noBannedTypes: no fields at all
type Empty = {};

/** The result of `read` of a type's entry, or without `read` the CMS's answer; an empty object where there is no entry. */
type ValueOf<Kind extends string, Fields, Type extends PropertyKey> =
  IsUnwritten<Fields> extends true
    ? Unwritten
    : Type extends Known<Fields>
      ? IsUnwritten<Fields[Type]> extends true
        ? Unwritten
        : unknown extends Fields[Type]
          ? AnswerOf<Kind, Type>
          : Fields[Type]
      : Empty;

/** Types of items that have an entry; without `fields` the name may be any, and none has. */
type Known<Fields> = string extends keyof Fields ? never : keyof Fields;

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** Each member with the keys of the others as absent: a key can be read without asking first which member it is. */
type Readable<Union, Keys extends PropertyKey = KeysOf<Union>> = Union extends unknown
  ? Union & { readonly [Key in Exclude<Keys, keyof Union>]?: undefined }
  : never;

export type PageFields<Fields = RegisteredFields> = ValueOf<'fields', Fields, 'page'>;

/** Posts and items of custom types are shown alike; an item without an entry of its own has those of `post`, all empty. */
export type PostFields<Fields = RegisteredFields> = Readable<
  ValueOf<'fields', Fields, 'post'> | ValueOf<'fields', Fields, Exclude<Known<Fields>, 'page'>>
>;

/** Fields of the items that a template is for, by its name: `single-project`. */
export type SingleFields<Name extends string, Fields = RegisteredFields> = [
  Exactly<Name, 'single', Known<Fields>>,
] extends [never]
  ? PostFields<Fields>
  : ValueOf<'fields', Fields, Exactly<Name, 'single', Known<Fields>>>;

/** Items in lists are shown alike, too; one without an entry of its own has those of `post`, all empty. */
export type CardFields<Cards = RegisteredCards> = Readable<
  ValueOf<'cards', Cards, 'post'> | ValueOf<'cards', Cards, Known<Cards>>
>;

/** Fields of the archive of any term; one without an entry, and what is no term's, has none. */
export type TermFields<Terms = RegisteredTerms> = Readable<ValueOf<'terms', Terms, Known<Terms>> | Empty>;

/** Fields of a user, in the archive of an author and in the box below a post; for a post with a password they are empty. */
export type AuthorFields<Site = RegisteredSite> = ValueOf<'site', Site, 'author'>;

/** Fields of an entry of a menu. */
export type MenuFields<Site = RegisteredSite> = ValueOf<'site', Site, 'menuItem'>;

/** Fields of no item at all: those of an options page of ACF, or those that a plugin puts at the top of the schema. */
export type OptionFields<Site = RegisteredSite> = ValueOf<'site', Site, 'options'>;

/** Fields of any archive: those of a term or of an author; what is the archive of neither has none. */
export type ArchiveFields<Terms = RegisteredTerms, Site = RegisteredSite> = Readable<
  ValueOf<'terms', Terms, Known<Terms>> | ValueOf<'site', Site, Extract<Known<Site>, 'author'>> | Empty
>;

/** Fields of the archive that a template is for, by its name: `category`, `tag-news`, `taxonomy-material`, `author`. */
export type TemplateFields<Name extends string, Terms = RegisteredTerms, Site = RegisteredSite> = Name extends
  | 'author'
  | `author-${string}`
  ? AuthorFields<Site>
  : [TaxonomyOf<Name, Terms>] extends [never]
    ? ArchiveFields<Terms, Site>
    : ValueOf<'terms', Terms, TaxonomyOf<Name, Terms>>;

/** WordPress's name of the taxonomy of a template, where it has an entry. */
type TaxonomyOf<Name extends string, Terms> = Name extends 'category' | `category-${string}`
  ? Extract<Known<Terms>, 'category'>
  : Name extends 'tag' | `tag-${string}`
    ? Extract<Known<Terms>, 'post_tag'>
    : Exactly<Name, 'taxonomy', Known<Terms>>;

/** `material`, from `taxonomy-material`, and from `taxonomy-material-oak` where no taxonomy has a name that begins so. */
type Exactly<Name extends string, Family extends string, Named> = Named extends string
  ? Name extends `${Family}-${Named}` | `${Family}-${Named}-${string}`
    ? Named
    : never
  : never;
