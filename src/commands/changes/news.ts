import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../base/package';
import { isNewer } from '../../base/version';

/** Lines; more is read in the file itself. */
const MOST = 40;

/** @returns what the CHANGELOG says of the versions after that of a site, for a terminal; nothing where there is none */
export function newsSince(version: string): string[] {
  const sections = changelog().split(/^(?=## )/m);
  const newer = sections.filter((section) => {
    const [, of] = /^## \[?(\d[\w.+-]*)/.exec(section) ?? [];
    return of !== undefined && isNewer(of, version);
  });
  const lines = newer.flatMap((section) => section.trim().split('\n'));
  if (lines.length <= MOST) return lines;
  return [...lines.slice(0, MOST), '… More: the CHANGELOG of create-headless-site.'];
}

function changelog(): string {
  try {
    return readFileSync(path.join(packageRoot, 'CHANGELOG.md'), 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return '';
  }
}
