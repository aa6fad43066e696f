import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isTree, type PackageManager } from '../answers/answers';
import { parseJson } from '../plan/json';

/** A project of the package manager in a folder above the site, which the site's own files have to go with. */
export interface ProjectAbove {
  /** Its folder, absolute. */
  root: string;
  /** Whether the site is one of its workspaces. Otherwise the site has to be a project of its own. */
  covers: boolean;
}

/** The file that makes the folder it lies in a project of its own, whatever is above. */
const ownFile = { pnpm: 'pnpm-workspace.yaml', yarn: 'yarn.lock' };

/**
 * Looks for it as the package manager does. npm and bun need nothing of the site or of the root, so for them there is none.
 * @param directory of the site, which may not exist yet
 */
export function projectAbove(directory: string, manager: PackageManager = 'npm'): ProjectAbove | undefined {
  if (manager !== 'pnpm' && manager !== 'yarn') return undefined;
  const site = realPath(directory);
  if (existsSync(path.join(site, ownFile[manager]))) return undefined;
  let stranger: string | undefined;
  for (const root of foldersAbove(site)) {
    const has = (file: string) => existsSync(path.join(root, file));
    const globs = manager === 'pnpm' ? pnpmPackages(root) : workspaces(root);
    if (covers(globs, path.relative(root, site).replaceAll(path.sep, '/'))) return { root, covers: true };
    // Yarn goes on to the topmost package.json where it finds no lock file.
    if (manager === 'yarn' && has('package.json')) stranger = root;
    if (has(ownFile[manager])) return { root, covers: false };
  }
  return stranger === undefined ? undefined : { root: stranger, covers: false };
}

/**
 * Lists the settings that a workspace root lacks and that the package manager reads there alone.
 * @param vite the version that the site pins
 */
export function rootNeeds(
  { root, covers }: ProjectAbove,
  manager: PackageManager | undefined,
  vite: string,
): string[] {
  if (!covers) return [];
  const at = (file: string) => path.join(root, file);
  if (manager === 'pnpm') {
    const isAnswered = /(?:^\s+|[{,]\s*)(['"]?)esbuild\1\s*:\s*(?:true|false)\b/m.test(
      textOf(at(ownFile.pnpm)),
    );
    if (isAnswered) return [];
    return [`Add to ${at(ownFile.pnpm)} (for pnpm 11 and newer): allowBuilds: { esbuild: false }`];
  }
  const { resolutions } = manifest(root);
  return [
    ...(isTree(resolutions) && 'vite' in resolutions
      ? []
      : [`Add to ${at('package.json')}: "resolutions": { "vite": "${vite}" }`]),
    ...(/^nodeLinker\s*:\s*['"]?node-modules\b/m.test(textOf(at('.yarnrc.yml'))) || isYarn1(root)
      ? []
      : [`Add to ${at('.yarnrc.yml')} (for Yarn 2 and newer): nodeLinker: node-modules`]),
  ];
}

function isYarn1(root: string): boolean {
  return textOf(path.join(root, 'yarn.lock')).includes('# yarn lockfile v1');
}

/** By where it really is, as a program that is started there sees it. */
function realPath(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    const parent = path.dirname(directory);
    return parent === directory ? directory : path.join(realPath(parent), path.basename(directory));
  }
}

/** The nearest first. */
function foldersAbove(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}

/** Globs of packages; those that begin with `!` take packages out, wherever they stand. */
function covers(globs: readonly string[], folder: string): boolean {
  const matches = (glob: string) => pattern(glob).test(folder);
  const [out, taken] = [true, false].map((isOut) => globs.filter((glob) => glob.startsWith('!') === isOut));
  return !!taken?.some(matches) && !out?.some((glob) => matches(glob.slice(1)));
}

function pattern(glob: string): RegExp {
  const plain = glob.replace(/^\.\//, '').replace(/\/+$/, '');
  return new RegExp(`^${source(plain)}$`);
}

function source(glob: string): string {
  return glob.replace(
    /\/\*\*(?=\/|$)|^\*\*\/|\*\*?|\?|\{[^{}]*\}|[\\^$.|+()[\]{}]/g,
    (token) =>
      ({ '/**': '(?:/[^/]+)*', '**/': '(?:[^/]+/)*', '**': '.*', '*': '[^/]*', '?': '[^/]' })[token] ??
      (token.length > 1 ? `(?:${token.slice(1, -1).split(',').map(source).join('|')})` : `\\${token}`),
  );
}

/** The list `packages` in lines or in brackets. A file that has it in another form counts as one without. */
function pnpmPackages(root: string): string[] {
  const text = textOf(path.join(root, ownFile.pnpm)).replace(/(^|\s)#.*$/gm, '$1');
  const [, brackets, lines = ''] =
    /^(?:packages|'packages'|"packages")[ \t]*:\s*(?:\[((?:'[^']*'|"[^"]*"|[^\]'"])*)\]|((?:[ \t]*-[ \t].*\s*)*))/m.exec(
      text,
    ) ?? [];
  const items = brackets === undefined ? lines.split('\n').map((line) => line.trim().slice(1)) : [];
  const flow = brackets?.match(/'[^']*'|"[^"]*"|[^\s,]+/g) ?? [];
  return [...items, ...flow].map((item) => item.trim().replace(/^(['"])(.*)\1$/, '$2')).filter(Boolean);
}

/** The list `workspaces`, or the one in it: Yarn 1 has both forms. */
function workspaces(root: string): string[] {
  const { workspaces: given } = manifest(root);
  const globs = isTree(given) ? given.packages : given;
  return Array.isArray(globs) ? globs.filter((glob) => typeof glob === 'string') : [];
}

function manifest(root: string): Record<string, unknown> {
  const found = parseJson(textOf(path.join(root, 'package.json')));
  return isTree(found) ? found : {};
}

/** Nothing where there is no such file, or one that cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return '';
  }
}
