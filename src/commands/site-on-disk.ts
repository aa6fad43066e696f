import path from 'node:path';
import type { SiteConfig } from '../../templates/site/lib/config';
import { newSecret, type Secrets } from '../answers/secrets';
import { toSiteConfig } from '../answers/validate';
import { SAMPLE_CMS_URL } from '../cms/url';
import { ANSWERS_FILE } from '../plan/managed';
import { readState, type SiteState } from '../regenerate/state';
import { siteRoutes } from './brought-along';
import type { Run } from './run';

/** A site with its configuration. */
export interface SiteOnDisk {
  state: SiteState;
  /** Where the site has no secrets, those in here are made up and open nothing. */
  config: SiteConfig;
  /** Those of `.env.local`; undefined where it lacks one, as on a fresh clone. */
  secrets: Secrets | undefined;
  /** GraphQL endpoint of its CMS. */
  endpoint: string;
  hasSampleCms: boolean;
}

/**
 * The site of a command that talks to its WordPress.
 * @throws {CliError} of kind `usage` when there is none, or its configuration is not valid
 */
export function siteOnDisk(run: Run): SiteOnDisk {
  const state = readState(path.resolve(run.cwd, run.directory ?? '.'));
  const secrets = state.secrets ?? { revalidation: newSecret(), preview: newSecret() };
  const config = toSiteConfig(state.answers, secrets, ANSWERS_FILE, siteRoutes());
  const endpoint = config.wordpress.graphqlUrl;
  return { state, config, secrets: state.secrets, endpoint, hasSampleCms: endpoint === SAMPLE_CMS_URL };
}
