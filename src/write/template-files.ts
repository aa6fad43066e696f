import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { TemplateFile } from '../plan/plan';

/** Left by working on the template where it stands. */
const skipped =
  /^(node_modules|\.next|\.cache|\.outbox|coverage|.*\.tsbuildinfo|next-env\.d\.ts|\.env.*|\.DS_Store|.*\.tgz)$/;

/** npm strips or renames these dot-files on publishing, so templates carry them with `_` in front. */
const dotFiles =
  /^_(gitignore|gitattributes|npmrc|dockerignore|editorconfig|nvmrc|node-version|github|vscode)$/;

/** Biome would take a nested configuration for a second root of this repository. */
const renamed: Record<string, string> = { '_biome.json': 'biome.json' };

/** Every file of a template folder, with its path in the site: `_gitignore` becomes `.gitignore`. */
export function templateFiles(folder: string, under = ''): TemplateFile[] {
  const found: TemplateFile[] = [];
  const walk = (directory: string, to: string) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (skipped.test(entry.name)) continue;
      const source = `${directory}${path.sep}${entry.name}`;
      const target = to + (renamed[entry.name] ?? entry.name.replace(dotFiles, '.$1'));
      if (entry.isDirectory()) walk(source, `${target}/`);
      else if (entry.isFile()) found.push({ path: target, source });
    }
  };
  walk(folder, under === '' ? '' : `${under}/`);
  return found;
}

/** First path segments that the site's own routes take: `app/blog/page.tsx` gives `blog`. */
export function routesOf(files: readonly TemplateFile[]): string[] {
  const segments = files.map((file) => /^app\/([^/]+)\//.exec(file.path)?.[1]);
  return [...new Set(segments.filter((segment) => segment !== undefined))];
}
