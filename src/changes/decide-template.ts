import { readFileSync } from 'node:fs';
import type { Archive } from '../plan/bundled';
import { parseJson } from '../plan/json';
import { type ManagedFile, TEMPLATE_FILE } from '../plan/managed';
import { findMarkers } from '../site/markers';
import { readBytes, readText, type SiteState } from '../site/state';
import { readTree, type Tree } from '../write/archives';
import { resolveInside } from '../write/inside';
import { type Decision, decide } from './decide';
import type { Resolution } from './merge-text';
import { keepImported } from './still-imported';

/**
 * What an upgrade does to the owner's files: a three-way merge with the template that they came from. Files in which the
 * template brings nothing new are left out.
 * @param template of this version
 * @param managed files that follow from answers; the template's copies of them are nobody's
 */
export function decideTemplate(
  { root }: SiteState,
  template: Archive,
  managed: ReadonlyMap<string, unknown>,
  resolve: Resolution | undefined,
): Decision[] {
  const before = formerTree(readBytes(root, TEMPLATE_FILE));
  const after = readTree(readFileSync(template.source));
  const paths = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  const decisions = paths.flatMap((path) => {
    const [base, next] = [textOf(before, path), textOf(after, path)];
    if (managed.has(path)) return [];
    resolveInside(root, path);
    const ours = readText(root, path);
    if (base === next) return unresolved(path, ours);
    const theirs = next === undefined ? undefined : fileOf(path, next, ours);
    const decision = decide({ path, base, ours, theirs, resolve });
    return decision.state === 'clean' ? [] : [decision];
  });
  return keepImported(root, decisions, after);
}

/** A file in which an earlier merge left markers is no less of a conflict where nothing is new. */
function unresolved(path: string, ours: string | undefined): Decision[] {
  const markers = ours === undefined ? undefined : findMarkers(ours);
  return markers === undefined ? [] : [{ path, state: 'conflict', markers }];
}

function textOf(tree: Tree, path: string): string | undefined {
  return Object.hasOwn(tree, path) ? tree[path] : undefined;
}

/** JSON with comments, which some tools read, is a text. */
function fileOf(path: string, contents: string, ours: string | undefined): ManagedFile {
  const isJson = path.endsWith('.json') && parseJson(ours ?? '') !== undefined;
  return { contents, mode: 0o644, merge: isJson ? 'json' : 'text' };
}

/** @returns an empty one where the site has none, or none that can be read: every difference is a conflict then */
function formerTree(packed: Buffer | undefined): Tree {
  try {
    return packed ? readTree(packed) : {};
  } catch {
    return {};
  }
}
