import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where a site keeps the rules, next to what it has cached. */
const FILE = path.join('.next', 'cache', 'redirects.json');

/**
 * Keeps the rules over a restart, which may come while WordPress is down. Rules that the disk does not take are fetched again.
 * @param json null where no plugin has rules
 */
export function keepRedirects(json: string | null): void {
  try {
    mkdirSync(path.dirname(FILE), { recursive: true });
    // Written beside and renamed: a kill leaves the old file or the new one.
    writeFileSync(`${FILE}.new`, json ?? 'null', { mode: 0o600 });
    renameSync(`${FILE}.new`, FILE);
  } catch (error) {
    console.error(`[redirects] ${FILE} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** @returns JSON as it was kept, null where no plugin has rules; undefined where nothing is known */
export function keptRedirects(): string | null | undefined {
  try {
    const text = readFileSync(FILE, 'utf8');
    return text === 'null' ? null : text;
  } catch {
    return undefined;
  }
}
