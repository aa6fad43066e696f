import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import type { Archive } from '../plan/bundled';
import { parseJson } from '../plan/json';
import { type ManagedFile, TEMPLATE_FILE } from '../plan/managed';
import { findMarkers } from '../site/markers';
import { readBytes, readText, type SiteState } from '../site/state';
import { resolveInside } from '../write/inside';
import { type Decision, decide } from './decide';
import type { Resolution } from './merge-text';
import { keepImported } from './still-imported';

/** Text of each file by its path in the site. */
type Tree = Record<string, string>;

const treeSchema = z.record(z.string(), z.string());

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

/** @throws where the packed tree cannot be read: without it every file of the site would look as if it were needed no more */
function readTree(packed: Buffer): Tree {
  return treeSchema.parse(JSON.parse(gunzipSync(packed).toString('utf8')));
}

/** @returns an empty one where the site has none, or none that can be read: every difference is a conflict then */
function formerTree(packed: Buffer | undefined): Tree {
  try {
    return packed ? readTree(packed) : {};
  } catch {
    return {};
  }
}
