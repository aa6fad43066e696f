import { createHash } from 'node:crypto';
import { customTable } from '../../content/blocks/custom-table.ts';
import { overrideNames } from '../fields/block-overrides.ts';
import type { Capabilities } from '../fields/capabilities.ts';
import { customFields, customNames, selectionsFor } from '../fields/custom-fields.ts';

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

/** A CMS with all of it, as far as one can have it. */
const everything: Omit<Capabilities, 'seo'> = {
  settings: true,
  blocks: true,
  index: true,
  sums: true,
  changed: true,
  interval: true,
  template: true,
  passwords: true,
  comments: true,
  commentPages: true,
  customBlocks: [...customTable.keys()],
  // In the place of GraphQL's names of the types, which only a CMS knows.
  custom: selectionsFor(customFields, namesOfAny()),
  // Only what is asked for counts, not with which key.
  ...(overrideNames.length > 0 ? { overrideKey: 'any' } : {}),
  blurDataUrl: true,
  identity: true,
  sticky: true,
  menus: { PRIMARY: true, FOOTER: true },
};

function namesOfAny() {
  const { types, taxonomies } = customNames();
  const same = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));
  return { types: same(types), taxonomies: same(taxonomies) };
}

const fingerprints = new WeakMap<object, string>();

/**
 * Hash that tells the documents of an operation from those of another version of this site: it is part of a cached answer's
 * key. The same for every CMS, so that it takes no request to find what is cached.
 */
export function fingerprint<Data, Variables extends object>(operation: Operation<Data, Variables>): string {
  const known = fingerprints.get(operation);
  if (known) return known;
  const hash = createHash('sha256');
  for (const seo of ['seo_plugin_a', 'seo_plugin_b', 'none'] as const)
    hash.update(operation.document({ ...everything, seo }));
  const made = hash.digest('hex').slice(0, 16);
  fingerprints.set(operation, made);
  return made;
}
