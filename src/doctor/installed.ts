import { createRequire } from 'node:module';
import path from 'node:path';

/** @returns the version of a package as the site would load it; undefined where it is not installed */
export function installedVersion(root: string, name: string): string | undefined {
  try {
    const { version } = createRequire(path.join(root, 'package.json'))(`${name}/package.json`);
    return String(version);
  } catch {
    return undefined;
  }
}
