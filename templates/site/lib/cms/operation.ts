import type { Capabilities } from './capabilities';

/** A named GraphQL operation. The type parameters say what it answers and takes; they exist for the compiler only. */
export interface Operation<Data, Variables extends object> {
  name: string;
  /** The document for a CMS that can do this; fields that its schema lacks are not asked for. */
  document: (capabilities: Capabilities) => string;
  /** The answer that needs no question, where the CMS cannot understand it: a menu location that nobody registered. */
  known?: (capabilities: Capabilities, variables: Variables) => Data | undefined;
  /** For the few things that only WordPress's own pages know: asked in place of a GraphQL document. */
  ask?: (variables: Variables) => Promise<Data>;
  /** Never set: carries the types. */
  readonly types?: { data: Data; variables: Variables };
}

export function operation<Data, Variables extends object = Record<string, never>>(
  name: string,
  document: string | ((capabilities: Capabilities) => string),
  known?: Operation<Data, Variables>['known'],
): Operation<Data, Variables> {
  return { name, document: typeof document === 'string' ? () => document : document, known };
}
