import { CliError } from '../base/errors';
import { OWN_FOLDERS, OWN_PAGES } from '../runtime/base/own-routes';
import { builtInTypes, type SiteConfig, validateConfig } from '../runtime/config';
import { analyticsProblems } from '../runtime/config/analytics';
import { type Answers, isTree, valueAt } from './answers';
import type { Secrets } from './secrets';

/** First path segments that belong to the site itself. */
const reservedTypes: readonly string[] = [...OWN_FOLDERS, ...OWN_PAGES, ...builtInTypes, 'blog'];
const TYPE_NAME = /^[a-z][a-z0-9_-]*$/;

/**
 * Checks the answers as the site itself will, and applies the schema's defaults.
 * @param source what to name when something is wrong: `the answers`, `site.config.json`
 * @param routes first path segments that the site's own routes take
 * @throws {CliError} of kind `usage`, with every problem as `path: message`
 */
export function toSiteConfig(
  answers: Answers,
  secrets: Secrets,
  source: string,
  routes: readonly string[],
): SiteConfig {
  const { cli: _cli, $schema: _schema, ...config } = answers;
  const own = { revalidateSecret: secrets.revalidation, previewSecret: secrets.preview };
  // Anything but an object is left as it is, for the schema to complain about.
  const wordpress = isTree(config.wordpress ?? {}) ? { ...config.wordpress, ...own } : config.wordpress;
  const result = validateConfig({ ...config, wordpress });
  const problems = [...(result.errors ?? []), ...customTypeProblems(config.rendering?.custom, routes)];
  if (!result.data || problems.length > 0) {
    throw new CliError('usage', `The configuration is not valid (${source}).`, {
      details: problems,
      fix: 'Every key, type and default is in the JSON schema `.headless-site/site.config.schema.json` of a site.',
    });
  }
  return result.data;
}

/**
 * Refuses ids of analytics that their providers would not know. A site with one runs, and measures nothing: what is
 * answered may hold none, while a site that has one can still be looked at.
 * @param source what to name when something is wrong: `site.config.json`
 * @throws {CliError} of kind `usage`; the ids are not shown
 */
export function refuseUnknownIds(answers: Answers, source: string): void {
  // Before the answers are validated: what is no object is left to that.
  const analytics: unknown = valueAt(answers, 'features.analytics');
  const problems = isTree(analytics) ? analyticsProblems(analytics) : [];
  if (problems.length === 0) return;
  throw new CliError('usage', `The configuration is not valid (${source}).`, {
    details: problems.map(({ key, problem }) => `features.analytics.${key}: ${problem}`),
    fix: 'Give the right one with --web-analytics or --error-tracking, or an empty one for none.',
  });
}

/** A custom type becomes a folder of the site's routes, so its name must be one and be free. */
function customTypeProblems(custom: unknown, routes: readonly string[]): string[] {
  if (!isTree(custom)) return [];
  return Object.keys(custom).flatMap((type) => {
    const problem = customTypeProblem(type, routes);
    return problem ? [`rendering.custom.${type}: ${problem}`] : [];
  });
}

/**
 * Why a content type cannot have a route of its own.
 * @param routes as for toSiteConfig()
 */
export function customTypeProblem(type: string, routes: readonly string[]): string | undefined {
  if (!TYPE_NAME.test(type)) {
    return 'must start with a letter and hold only a-z, 0-9, _ and - (it becomes a route)';
  }
  if (reservedTypes.includes(type) || routes.includes(type)) {
    return 'is a route of the site itself; choose another name';
  }
  return undefined;
}
