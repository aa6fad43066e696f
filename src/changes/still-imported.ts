import { readdirSync } from 'node:fs';
import path from 'node:path/posix';
import { readText } from '../site/state';
import type { Decision } from './decide';

/**
 * Keeps files that this version has no more, and that a file of the owner imports; and brings back what the owner deleted and
 * this version imports in another file. The site would not build without them.
 * @param template text of each file of this version
 */
export function keepImported(
  root: string,
  decisions: readonly Decision[],
  template: Readonly<Record<string, string>>,
): Decision[] {
  const written = decisions.flatMap(({ path: file, contents }) =>
    typeof contents === 'string' ? [{ file, modules: modulesOf(file, contents) }] : [],
  );
  const back = Object.entries(template).flatMap(([file, contents]): Decision[] => {
    const by = CODE.test(file) && written.find(({ modules }) => modules.has(moduleOf(file)));
    const isThere =
      !by ||
      by.file === file ||
      readText(root, file) !== undefined ||
      written.some((one) => one.file === file);
    return isThere ? [] : [{ path: file, state: 'outdated', contents, importedBy: by.file }];
  });
  const isBack = (decision: Decision) => back.some(({ path: file }) => file === decision.path);
  return [
    ...kept(
      root,
      decisions.filter((decision) => !isBack(decision)),
    ),
    ...back,
  ];
}

function kept(root: string, decisions: readonly Decision[]): Decision[] {
  const gone = new Set(decisions.flatMap(({ path: file, remove }) => (remove ? [file] : [])));
  if (gone.size === 0) return [...decisions];
  const written = new Map(decisions.map(({ path: file, contents }) => [file, contents]));
  const imports = codeFiles(root, '').map((file) => {
    const text = String(written.get(file) ?? readText(root, file) ?? '');
    return { file, modules: modulesOf(file, text) };
  });
  const importedBy = new Map<string, string>();
  for (let before = -1; before !== importedBy.size; ) {
    before = importedBy.size;
    for (const file of gone) {
      const by = imports.find((one) => !gone.has(one.file) && one.modules.has(moduleOf(file)));
      if (by) {
        importedBy.set(file, by.file);
        gone.delete(file);
      }
    }
  }
  return decisions.map((decision) => {
    const by = importedBy.get(decision.path);
    return by ? { path: decision.path, state: 'edited', importedBy: by } : decision;
  });
}

const CODE = /\.(?:[cm]?[jt]sx?|css)$/;

/** As an import names it. */
const moduleOf = (file: string) => file.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');

function modulesOf(file: string, text: string): Set<string> {
  const named = text.matchAll(/(?:\bfrom|\bimport|@import|\bimport\s*\()\s*["']((?:@|\.{1,2})\/[^"']+)["']/g);
  return new Set(
    [...named].map(([, name = '']) =>
      moduleOf(name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(file), name)),
    ),
  );
}

/** Of the site itself: packages, builds and a runtime of the owner's import nothing of it. */
function codeFiles(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    const isOther = /^\.|^(?:node_modules|vendor)$/.test(entry.name) || file === 'headless-site';
    if (entry.isDirectory()) return isOther ? [] : codeFiles(root, file);
    return entry.isFile() && CODE.test(file) ? [file] : [];
  });
}
