import type { Register } from 'headless-site/register';

/**
 * Types of the CMS's answer to a `select`, and the paths into it. `npm run generate` writes these types from the owner's own schema; before it has,
 * nothing is known and any path will do.
 */

// biome-ignore lint/suspicious/noExplicitAny: not known yet, and any use of it is as good as another
export type Unwritten = any;

/** @typeParam Place an entry of `content.config.ts`; `Type` a name in it */
export type AnswerOf<Place extends string, Type extends PropertyKey> = Register extends {
  answers: { readonly [Key in Place]: { readonly [Key in Type]: infer Answer } };
}
  ? Answer
  : Unwritten;

export type IsUnwritten<Value> = 0 extends 1 & Value ? true : false;

/** Paths such as `book.chapters.0.title`. */
export type PathOf<Value> =
  IsUnwritten<Value> extends true
    ? string
    : Value extends readonly (infer Row)[]
      ? `${number}` | `${number}.${PathOf<NonNullable<Row>>}`
      : keyof Value extends never
        ? Nothing
        : Value extends object
          ? { [Key in keyof Value & string]: Key | Longer<Key, Value[Key]> }[keyof Value & string]
          : never;

/**
 * Paths of `search`, as `wordpress/fields/custom-search.ts` walks them: to a text, or whatever holds nothing else. A list is each of its rows, and a connection's
 * `nodes` and `node` may be left out: `book.chapters.title`.
 */
export type SearchPathOf<Value> =
  IsUnwritten<Value> extends true ? string : keyof Value extends never ? Nothing : EndsIn<Value>;

type EndsIn<Value> = Value extends object
  ? { [Key in keyof Value & string]: EndsAt<Key, Value[Key]> }[keyof Value & string]
  : never;

type EndsAt<Key extends string, Value> = unknown extends Value
  ? Key
  : Value extends readonly (infer Row)[]
    ? EndsAt<Key, Row>
    : Value extends object
      ? `${Key}.${EndsIn<Value>}` | (Key extends 'nodes' | 'node' ? EndsIn<Value> : never)
      : Value extends null | undefined
        ? never
        : Key;

/** Stands in the error of the type check. */
type Nothing = 'WordPress has nothing of this entry: npm run generate says why';

type Longer<Key extends string, Value> = unknown extends Value
  ? `${Key}.${string}`
  : Value extends object
    ? `${Key}.${PathOf<Value>}`
    : never;

/** One row of the list, or of the connection's `nodes`, at a path. */
export type RowAt<Value, Path extends string> = RowOf<At<Value, Path>>;

type RowOf<Value> =
  IsUnwritten<Value> extends true
    ? Unwritten
    : Value extends readonly (infer Row)[]
      ? NonNullable<Row>
      : Value extends { readonly nodes: infer Rows }
        ? RowOf<NonNullable<Rows>>
        : Unwritten;

type At<Value, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? At<Step<Value, Key>, Rest>
  : Step<Value, Path>;

type Step<Value, Key extends string> =
  IsUnwritten<Value> extends true
    ? Unwritten
    : Value extends readonly (infer Row)[]
      ? NonNullable<Row>
      : Key extends keyof Value
        ? NonNullable<Value[Key]>
        : Unwritten;
