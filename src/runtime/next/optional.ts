import { createRequire } from 'node:module';
import path from 'node:path';
import { ConfigError, type SiteConfig } from '../config/index.ts';
import { optionalPackages } from '../config/optional-packages.ts';

/** Turbopack resolves this name within the package. */
const ABSENT = 'headless-site/absent';

/**
 * Puts a stand-in into the place of each optional package that is not installed.
 * @param root folder of the site
 * @returns aliases for what Next bundles
 * @throws {ConfigError} where the configuration asks for a package that is not installed
 */
export function aliasesOfAbsent(config: SiteConfig, root = process.cwd()): Record<string, string> {
  const site = createRequire(path.join(root, 'package.json'));
  const absent = optionalPackages.filter(({ modules }) => !modules.every((name) => canResolve(site, name)));
  const [needed] = absent.filter(({ isAsked }) => isAsked(config));
  if (needed) {
    throw new ConfigError(
      `${needed.why}, and ${needed.names.join(' and ')} is not installed. ` +
        'Fix: npx create-headless-site regenerate-config, then npm install.',
    );
  }
  return Object.fromEntries(absent.flatMap(({ modules }) => modules.map((name) => [name, ABSENT])));
}

function canResolve(site: NodeJS.Require, name: string): boolean {
  try {
    site.resolve(name);
    return true;
  } catch {
    return false;
  }
}
