import type { GraphQLError } from 'graphql/error/index.js';
import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  Lexer,
  parse,
  type SelectionNode,
  Source,
  TokenKind,
  visit,
} from 'graphql/language/index.js';
import { nearest } from '../../config/index.ts';

/** A GraphQL error in a `select`. */
export class SelectError extends Error {
  /** Where in its text. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Text before a `select` when it is parsed. */
const OPENING = '{ ';

/**
 * The selections of a text: one that stands inside of the item, or fragments, of which the first is the item's.
 * @returns also the length of what stands before the text in what was parsed
 * @throws {SelectError} where it is not GraphQL, or needs something from outside of it
 */
export function selectionsOf(select: string): { selections: readonly SelectionNode[]; opening: number } {
  if (/^(?:\s|,|#[^\n]*)*fragment\b/.test(select)) return { selections: fragmentsOf(select), opening: 0 };
  checkBraces(select);
  const { definitions } = parseSelect(select, OPENING, '\n}');
  const [query] = definitions;
  if (definitions.length !== 1 || query?.kind !== Kind.OPERATION_DEFINITION)
    throw new SelectError(`holds more than fields. Fix: ${INSIDE}`, 0);
  visit(query, {
    enter: (node) => {
      refuseVariable(node, OPENING.length);
      if (node.kind === Kind.FRAGMENT_SPREAD) unknownFragment(node, OPENING.length);
    },
  });
  return { selections: query.selectionSet.selections, opening: OPENING.length };
}

const INSIDE = 'write only what stands inside of the item, `book { pages }`';

/** Says of a brace that has no other one where it is: the parser names the end of the text, whatever is missing. */
function checkBraces(select: string): void {
  const open: number[] = [];
  const lexer = new Lexer(new Source(select));
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      if (token.kind === TokenKind.BRACE_L) open.push(token.start);
      if (token.kind !== TokenKind.BRACE_R || open.pop() !== undefined) continue;
      throw new SelectError('`}` closes nothing. Fix: leave it out', token.start);
    }
  } catch (error) {
    if (error instanceof SelectError) throw error;
    // The parser reports characters that are no token at all.
    return;
  }
  const last = open.at(-1);
  if (last !== undefined) throw new SelectError('`{` is not closed. Fix: `}`', last);
  const [whole] = /^(?:\s|,|#[^\n]*)*(?:\{|(?:query|mutation)\s*\w*\s*[({])/.exec(select) ?? [];
  if (whole) throw new SelectError(`is a whole query. Fix: ${INSIDE}`, whole.length - 1);
}

/** Fragments written out: an item's document has none of an owner's, whose names might be ours. */
function fragmentsOf(select: string): readonly SelectionNode[] {
  checkBraces(select);
  const { definitions } = parseSelect(select);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION)
      throw new SelectError(
        'holds more than fragments. Fix: leave only `fragment … on … { … }`',
        definition.loc?.start ?? 0,
      );
    fragments.set(definition.name.value, visit(definition, { enter: (node) => refuseVariable(node, 0) }));
  }
  const [first] = fragments.values();
  return first ? [inlined(first, fragments, [])] : [];
}

/** @param around names of the fragments that it stands in */
function inlined(
  { name, typeCondition, selectionSet, loc }: FragmentDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  around: readonly string[],
): InlineFragmentNode {
  const within = [...around, name.value];
  const inside = visit(selectionSet, {
    enter: (node) => {
      if (node.kind !== Kind.FRAGMENT_SPREAD) return undefined;
      const used = fragments.get(node.name.value);
      if (!used || node.directives?.length) return unknownFragment(node, 0, [...fragments.keys()]);
      if (within.includes(node.name.value))
        throw new SelectError(
          `the fragment ${node.name.value} holds itself. Fix: take it out there`,
          node.loc?.start ?? 0,
        );
      return inlined(used, fragments, within);
    },
  });
  return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet: inside, ...(loc ? { loc } : {}) };
}

/** A variable is what only a whole document could have. */
function refuseVariable(node: ASTNode, opening: number): void {
  if (node.kind !== Kind.VARIABLE) return;
  throw new SelectError(
    `$${node.name.value} has no value here. Fix: write the value itself`,
    (node.loc?.start ?? 0) - opening,
  );
}

function unknownFragment(
  { name, loc }: FragmentSpreadNode,
  opening: number,
  known: readonly string[] = [],
): never {
  const meant = nearest(name.value, known);
  throw new SelectError(
    `the fragment ${name.value} is not known here. Fix: ${meant ? `\`${meant}\`` : 'write its fields out'}`,
    (loc?.start ?? 0) - opening,
  );
}

function parseSelect(select: string, opening = '', ending = ''): DocumentNode {
  try {
    return parse(`${opening}${select}${ending}`);
  } catch (error) {
    const { positions, message } = error as GraphQLError;
    throw new SelectError(
      `is not valid GraphQL: ${message.replace(/\.$/, '')}. Fix: as in \`book { pages }\``,
      Math.min(Math.max((positions?.[0] ?? 0) - opening.length, 0), select.length),
    );
  }
}
