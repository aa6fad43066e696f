import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ofProcess } from '../base/of-process.ts';

/** Folders whose files Next sends as they are, and the path that each has on the site. */
const FOLDERS = [
  ['.next/static', '/_next/static/'],
  ['public', '/'],
] as const;

const files = () => ofProcess('files', () => new Set(FOLDERS.flatMap(([folder, at]) => list(folder, at))));

/**
 * Tells whether Next sends a file for an address. Anything else is rendered, a missing file too. Like Next, it knows the files that are
 * there at the start.
 * @param url path and query
 */
export function isFile(url: string): boolean {
  const [file = ''] = url.split('?', 1);
  try {
    return files().has(decodeURIComponent(file));
  } catch {
    return false;
  }
}

function list(name: string, at: string): string[] {
  const folder = path.join(process.cwd(), name);
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const found = entries.filter((entry) => entry.isFile());
    return found.map(
      (entry) => at + path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
    );
  } catch {
    // A site without that folder.
    return [];
  }
}
