import path from 'node:path';
import { newSecret, type Secrets } from '../answers/secrets';
import { toSiteConfig } from '../answers/validate';
import type { CliError } from '../base/errors';
import type { Run } from '../cli/run';
import { ANSWERS_FILE, ENV_FILE } from '../plan/managed';
import { SAMPLE_CMS_URL } from '../runtime/base/sample-cms-url';
import type { SiteConfig } from '../runtime/config';
import { siteRoutes } from './bundled';
import { readState, type SiteState, secretsFrom, secretsProblem } from './state';

/** A site with its configuration. */
export interface SiteOnDisk {
  state: SiteState;
  /** Where the site has no secrets, those in here are made up and open nothing. */
  config: SiteConfig;
  /** Those of `.env.local`, otherwise of the environment; undefined where both lack one, as on a fresh clone. */
  secrets: Secrets | undefined;
  /** Where these are set, for people. */
  secretsPlace: string;
  /** A variable of the site as it has it here: `.env.local`, otherwise the environment. */
  variable: (name: string) => string | undefined;
  /** GraphQL endpoint of its CMS. */
  endpoint: string;
  hasSampleCms: boolean;
}

/**
 * The site of a command that talks to its WordPress.
 * @throws {CliError} of kind `usage` when there is none, its configuration is not valid, or the site would refuse its
 *   secrets
 */
export function siteOnDisk(run: Run): SiteOnDisk {
  const { site, refused } = siteAsItIs(run);
  if (refused) throw refused;
  return site;
}

/**
 * The same for who looks at what is wrong: secrets that cannot be used are taken for none.
 * @returns `refused`: what is wrong with them
 * @throws {CliError} of kind `usage` when there is no site, or its configuration is not valid
 */
export function siteAsItIs(run: Run): { site: SiteOnDisk; refused: CliError | undefined } {
  const read = readState(path.resolve(run.cwd, run.directory ?? '.'));
  // A host without `.env.local`, a CI job as a rule, has them in its environment.
  const variable = (name: string) => read.env?.get(name) || run.env[name] || undefined;
  const found = secretsFrom(variable);
  const secretsPlace = read.secrets || !found ? ENV_FILE : 'the environment';
  const refused = found && secretsProblem(found, secretsPlace);
  const secrets = refused ? undefined : found;
  const state = refused ? { ...read, secrets: undefined } : read;
  const standIns = secrets ?? { revalidation: newSecret(), preview: newSecret() };
  const config = toSiteConfig(state.answers, standIns, ANSWERS_FILE, siteRoutes());
  const endpoint = config.wordpress.graphqlUrl;
  const hasSampleCms = endpoint === SAMPLE_CMS_URL;
  return { site: { state, config, secrets, secretsPlace, variable, endpoint, hasSampleCms }, refused };
}
