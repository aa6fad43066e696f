import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Left by working on the template where it stands. */
const skipped =
  /^(node_modules|\.next|\.cache|\.outbox|coverage|.*\.tsbuildinfo|next-env\.d\.ts|\.env.*|\.DS_Store|.*\.tgz)$/;

/** Dot-files that would hold for this repository, so the template carries them with `_` in front. */
const dotFiles =
  /^_(gitignore|gitattributes|npmrc|dockerignore|editorconfig|nvmrc|node-version|github|vscode)$/;

/** Biome would take a nested configuration for a second root of this repository. */
const renamed: Record<string, string> = { '_biome.json': 'biome.json' };

/**
 * Reads a template where it stands in this repository. For the build: the program reads the archive made of it.
 * @returns the text of every file, with its path in the site: `_gitignore` becomes `.gitignore`
 */
export function templateFiles(folder: string, under = ''): [path: string, text: string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    if (skipped.test(entry.name)) return [];
    const source = path.join(folder, entry.name);
    const target = under + (renamed[entry.name] ?? entry.name.replace(dotFiles, '.$1'));
    if (entry.isDirectory()) return templateFiles(source, `${target}/`);
    return entry.isFile() ? [[target, readFileSync(source, 'utf8')]] : [];
  });
}
