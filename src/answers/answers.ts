import type { SiteAnswers } from '../runtime/config';

export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof packageManagers)[number];

/** Where a site gets its runtime from: an archive in `vendor/`, the npm registry, or a folder of its own (`upgrade --eject`). */
export type RuntimeSource = (typeof runtimes)[number] | 'own';
export const runtimes = ['vendor', 'registry'] as const;

/** Answers that are about this run, not about the site. */
export interface CliAnswers {
  packageManager: PackageManager;
  runtime: RuntimeSource;
  install: boolean;
  git: boolean;
  /** Lives in the environment of the site, not in its configuration. */
  hostingAnalyticsId?: string;
  /** Hosts beside the CMS's own whose pictures the site shows. */
  imageHosts?: readonly string[];
}

/** The answers so far: a SiteConfig without secrets, and `cli`. */
export type Answers = SiteAnswers & { cli?: Partial<CliAnswers> };

type Tree = Record<string, unknown>;

/** An answer that says "nothing", over an earlier layer that says something. */
export const nothing = Symbol('nothing');

/** Value at a dotted path, or undefined. */
export function valueAt(tree: object, key: string): unknown {
  return key.split('.').reduce<unknown>((node, step) => (isTree(node) ? node[step] : undefined), tree);
}

/** A tree with one value in it, at a dotted path. */
export function treeWith(key: string, value: unknown): Answers {
  return key.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as Answers;
}

/** Lays answers over each other, the later over the earlier, key by key. */
export function layer(...layers: readonly (Answers | undefined)[]): Answers {
  return layers.reduce<Tree>((below, above) => mergeTrees(below, (above ?? {}) as Tree), {}) as Answers;
}

/** The answers without the places where `nothing` was answered. */
export function settled(answers: Answers): Answers {
  return withoutNothing(answers as Tree) as Answers;
}

function withoutNothing(tree: Tree): Tree {
  const entries = Object.entries(tree).filter(([, value]) => value !== nothing);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isTree(value) ? withoutNothing(value) : value]),
  );
}

function mergeTrees(below: Tree, above: Tree): Tree {
  const merged = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = merged[key];
    if (value !== undefined) merged[key] = isTree(value) && isTree(under) ? mergeTrees(under, value) : value;
  }
  return merged;
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
