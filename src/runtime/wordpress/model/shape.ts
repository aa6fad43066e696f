import {
  type FragmentDefinitionNode,
  Kind,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql/language/index.js';

/** A document as what it asks for. */
interface Question {
  root: SelectionSetNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Documents are part of the code: there are some dozens of them. */
const questions = new Map<string, Question>();

/**
 * Whether an answer has the shape of its question: every field that was asked for is there (null where the CMS has nothing),
 * every list of nodes is a list, and the lists at the top are not null. A WordPress that fails answers `{}`, half an object
 * or `nodes: null` with status 200, and none of it may be taken for "nothing is here".
 * @param document the GraphQL document that was sent
 * @param data what came back under `data`
 * @returns what is wrong, such as `posts.nodes is no list`; undefined when nothing is
 */
export function misshapen(document: string, data: unknown): string | undefined {
  const question = questionOf(document);
  return fault(question.root, data, '', question);
}

function questionOf(document: string): Question {
  const known = questions.get(document);
  if (known) return known;
  const { definitions } = parse(document, { noLocation: true });
  const fragments = new Map<string, FragmentDefinitionNode>();
  let root: SelectionSetNode | undefined;
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) root ??= definition.selectionSet;
  }
  if (!root) throw new Error('A document without an operation');
  const question = { root, fragments };
  questions.set(document, question);
  return question;
}

/** @param place of the value in the answer, `posts.nodes`; empty at the top */
function fault(
  selection: SelectionSetNode,
  value: unknown,
  place: string,
  question: Question,
): string | undefined {
  // No field at the top is a list; PHP writes an empty object as one.
  if (Array.isArray(value) && place.includes('.'))
    return first(value, (entry) => fault(selection, entry, place, question));
  if (value === null && place !== '') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${place || 'data'} is no object`;
  if (place !== '' && Object.keys(value).length === 0) return `${place} is empty`;
  return faultOfFields(selection, value as Record<string, unknown>, place, question, true);
}

/** @param certain whether the fields apply to this object: those of a type's fragment may be another type's */
function faultOfFields(
  selection: SelectionSetNode,
  value: Record<string, unknown>,
  place: string,
  question: Question,
  certain: boolean,
): string | undefined {
  return first(selection.selections, (part) => {
    const inside = insideOf(part, question);
    if (inside) {
      const others = selection.selections.filter((other) => other !== part);
      const { __typename: type } = value;
      // Where the object says its type, two fragments may ask for the same fields of it.
      const isFitting =
        typeof type === 'string' ? typeOf(part, question) === type : fits(inside, others, value, question);
      const isCertain = (certain && isOfAnyType(part)) || isFitting;
      return faultOfFields(inside, value, place, question, isCertain);
    }
    if (part.kind !== Kind.FIELD) return undefined;
    const key = keyOf(part) ?? '';
    const at = place === '' ? key : `${place}.${key}`;
    const found = value[key];
    if (found === undefined) return certain ? `${at} is missing` : undefined;
    if (part.name.value === 'nodes' && !Array.isArray(found)) return `${at} is no list`;
    if (found === null && place === '' && asksForNodes(part.selectionSet)) return `the list ${at} is null`;
    return part.selectionSet && fault(part.selectionSet, found, at, question);
  });
}

/** @returns the type that a fragment is for */
const typeOf = (part: SelectionNode, { fragments }: Question) =>
  part.kind === Kind.FRAGMENT_SPREAD
    ? fragments.get(part.name.value)?.typeCondition.name.value
    : part.kind === Kind.INLINE_FRAGMENT && part.typeCondition?.name.value;

const isOfAnyType = (part: SelectionNode) => part.kind === Kind.INLINE_FRAGMENT && !part.typeCondition;

/** Whether a fragment fits an object: it has a field that nothing beside the fragment asks for. Then it has all of them. */
function fits(
  fragment: SelectionSetNode,
  others: readonly SelectionNode[],
  value: Record<string, unknown>,
  question: Question,
): boolean {
  const asked = new Set(others.flatMap((other) => keysOf(other, question)));
  return fragment.selections.some((part) => {
    const key = keyOf(part);
    return key !== undefined && value[key] !== undefined && !asked.has(key);
  });
}

/** Key of a field in the answer; undefined for a fragment. */
const keyOf = (part: SelectionNode) =>
  part.kind === Kind.FIELD ? (part.alias?.value ?? part.name.value) : undefined;

/** All keys that a field or fragment may bring. */
function keysOf(part: SelectionNode, question: Question): string[] {
  const inside = insideOf(part, question);
  return inside ? inside.selections.flatMap((each) => keysOf(each, question)) : [keyOf(part) ?? ''];
}

/** @returns what a fragment asks for; undefined for a field */
function insideOf(part: SelectionNode, { fragments }: Question): SelectionSetNode | undefined {
  if (part.kind === Kind.INLINE_FRAGMENT) return part.selectionSet;
  return part.kind === Kind.FRAGMENT_SPREAD ? fragments.get(part.name.value)?.selectionSet : undefined;
}

const asksForNodes = (selection: SelectionSetNode | undefined) =>
  selection?.selections.some((part) => part.kind === Kind.FIELD && part.name.value === 'nodes') ?? false;

function first<Part>(parts: readonly Part[], find: (part: Part) => string | undefined): string | undefined {
  for (const part of parts) {
    const found = find(part);
    if (found) return found;
  }
  return undefined;
}
