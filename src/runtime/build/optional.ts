import { createRequire } from 'node:module';
import path from 'node:path';
import { resolved } from '../base/resolved.ts';
import { ConfigError, type SiteConfig } from '../config/index.ts';
import { optionalPackages } from '../config/optional-packages.ts';

/** Turbopack resolves this name within the package. */
export const ABSENT = 'headless-site/absent';

/**
 * Puts a stand-in into the place of each optional package that is not installed.
 * @param within the folder beyond which Next looks for no package: one that Node finds further up is none
 * @returns aliases for what Next bundles
 * @throws {ConfigError} where the configuration asks for a package that is not installed
 */
export function aliasesOfAbsent(config: SiteConfig, within: string): Record<string, string> {
  const site = createRequire(path.resolve('package.json'));
  const isThere = (name: string) => {
    const file = resolved(site, name);
    return file !== undefined && !path.relative(within, file).startsWith('..');
  };
  const absent = optionalPackages.filter(({ modules }) => !modules.every(isThere));
  const [needed] = absent.filter(({ isAsked }) => isAsked(config));
  if (needed) {
    throw new ConfigError(
      `${needed.why}, and ${needed.names.join(' and ')} is not installed. ` +
        'Fix: npx create-headless-site regenerate-config, then npm install.',
    );
  }
  return Object.fromEntries(absent.flatMap(({ modules }) => modules.map((name) => [name, ABSENT])));
}
