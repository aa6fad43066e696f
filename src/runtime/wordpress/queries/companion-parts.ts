/**
 * The companion plugin's parts of the schema, over time. A site that was built with the plugin must not turn into one without
 * it because somebody deactivates the plugin for a while: its sections, menus and settings would vanish from every page that
 * is rendered meanwhile. The parts stay expected, documents that ask for them fail as in an outage, and stored pages stay.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Capabilities } from '../fields/capabilities.ts';

/** Below the folder of the site. In the build, which is copied as a whole, and not in a cache that may be emptied. */
const FILE = path.join('.next', 'companion-parts.json');

/** The plugin brings each of these; WPGraphQL alone has none. */
const proofs = ['settings', 'blocks', 'index', 'interval', 'template', 'comments', 'identity'] as const;

/** All that depends on the plugin. Locations of menus do in block themes, which register none. */
const parts = [
  ...proofs,
  ...([
    'sums',
    'changed',
    'passwords',
    'commentPages',
    'blurDataUrl',
    'menus',
    'noOverrides',
    'noRedirects',
  ] as const),
] as const;

export type CompanionParts = Pick<Capabilities, (typeof parts)[number]>;

/** @returns the parts; undefined where the schema has none of the plugin, which then is not active */
export function companionParts(capabilities: Capabilities): CompanionParts | undefined {
  if (!proofs.some((name) => capabilities[name])) return undefined;
  // A key that stands for "not there" must not appear with the value undefined.
  return Object.fromEntries(
    parts.filter((name) => capabilities[name] !== undefined).map((name) => [name, capabilities[name]]),
  ) as CompanionParts;
}

/**
 * @param found what the CMS can do now
 * @param before the parts that it had, if any
 * @returns what documents are to be made for: `found`, and `before` where all parts of the plugin are gone
 */
export function withCompanionParts(found: Capabilities, before: CompanionParts | undefined): Capabilities {
  if (!before || companionParts(found)) return found;
  const rest = Object.entries(found).filter(([name]) => !(parts as readonly string[]).includes(name));
  return { ...(Object.fromEntries(rest) as unknown as Capabilities), ...before };
}

/**
 * Writes what a build found, for the servers that run it.
 * @param root folder of the site, after `next build`
 */
export function keepCompanionParts(root: string, capabilities: Capabilities): void {
  writeFileSync(path.join(root, FILE), JSON.stringify(companionParts(capabilities) ?? null));
}

/** @returns what the build of this server found; undefined where it had no plugin, or the file is not there */
export function readCompanionParts(): CompanionParts | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) ?? undefined) : undefined;
}
