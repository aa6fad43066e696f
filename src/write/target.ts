import { readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../base/errors';
import { builtinNames } from './builtin-names';
import { isLink } from './inside';

/** What may lie in a directory already: the beginnings of a repository and editor settings. They are kept. */
const harmless =
  /^(\.git|\.gitignore|\.gitattributes|\.gitkeep|\.github|\.gitlab-ci\.yml|\.hg|\.hgignore|\.idea|\.vscode|\.editorconfig|\.DS_Store|Thumbs\.db|LICEN[CS]E.*|README\.md)$/i;

export interface Target {
  /** Absolute. */
  directory: string;
  packageName: string;
  exists: boolean;
  /** Names in it that are kept. */
  kept: readonly string[];
}

/**
 * Looks at where the site is to go; changes nothing.
 * @throws {CliError} `usage` for a name that npm refuses, `target` for a directory that is in use
 */
export function inspectTarget(given: string, cwd: string): Target {
  const directory = path.resolve(cwd, given);
  const own = directory === path.resolve(cwd);
  const base = path.basename(directory);
  // The name of the current directory was not typed now, so it is adapted instead of refused.
  const packageName = own ? suggestName(base) : base;
  const problem = nameProblem(packageName);
  if (problem) {
    const suggestion = path.join(path.dirname(given), suggestName(base));
    throw new CliError('usage', `"${base}" cannot be the name of an npm package: ${problem}.`, {
      fix: `Use for example: ${suggestion}`,
    });
  }
  const entries = entriesOf(directory);
  const conflicts = (entries ?? []).filter((name) => !harmless.test(name));
  if (conflicts.length > 0) {
    const shown = conflicts.slice(0, 10);
    const more = conflicts.length - shown.length;
    throw new CliError('target', `The directory is not empty: ${directory}`, {
      details: [...shown, ...(more > 0 ? [`and ${more} more`] : [])],
    });
  }
  return { directory, packageName, exists: entries !== undefined, kept: entries ?? [] };
}

/** @returns the names in it, or undefined when there is nothing at that path */
function entriesOf(directory: string): string[] | undefined {
  const stats = statsOf(directory);
  if (!stats) {
    if (isLink(directory)) {
      throw new CliError('target', `A link to nowhere is in the way: ${directory}`);
    }
    for (let parent = path.dirname(directory); ; parent = path.dirname(parent)) {
      const above = statsOf(parent);
      if (above?.isDirectory() || parent === path.dirname(parent)) return undefined;
      if (above) throw new CliError('target', `A file is in the way: ${parent}`);
    }
  }
  if (!stats.isDirectory()) throw new CliError('target', `A file is in the way: ${directory}`);
  return readdirSync(directory).sort();
}

function statsOf(at: string): Stats | undefined {
  try {
    return statSync(at);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: a file is where a directory of the path should be.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** npm's rules for the name of a new package. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > 214) return 'it is longer than 214 characters';
  if (/^[._]/.test(name)) return 'it starts with a dot or an underscore';
  if (name !== name.toLowerCase()) return 'it has capital letters';
  if (/\s/.test(name)) return 'it has spaces';
  if (!/^[a-z0-9._-]+$/.test(name)) return 'it has characters other than a-z, 0-9, ".", "_" and "-"';
  if (['node_modules', 'favicon.ico'].includes(name)) return 'the name is reserved';
  if (builtinNames.includes(name)) return 'Node has a module of that name';
  return undefined;
}

/** The nearest name that npm takes. */
export function suggestName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 214);
  if (plain === '') return 'my-site';
  return nameProblem(plain) ? `${plain}-site` : plain;
}
