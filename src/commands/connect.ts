import type { Secrets } from '../answers/secrets';
import { CliError } from '../base/errors';
import { whenStopped } from '../base/signals';
import type { Run } from '../cli/run';
import { findRest, type RestRoot } from '../cms/rest';
import { consequences, stillOn } from '../connect/consequences';
import { askAgain, type Credentials, credentialsFor, LEFT } from '../connect/credentials';
import { NotAccepted, otherSite, revoke, type Stored, sendSettings } from '../connect/send';
import { companionSettings } from '../plan/companion-settings';
import { ENV_FILE } from '../plan/managed';
import { type SiteOnDisk, siteOnDisk } from '../site/site-on-disk';
import { offerGroups } from './add/groups';

/**
 * Pairs a site with its WordPress: sends address and secrets to the companion plugin. The proof that an administrator
 * agrees is used once and taken back.
 * @returns 0 when WordPress has stored them, also where it cannot reach the site yet
 * @throws {CliError}
 */
export async function connect(run: Run): Promise<number> {
  whenStopped('Nothing was changed in WordPress.');
  run.prompts?.intro('connect');
  const { config, endpoint, secrets } = withSecrets(siteOnDisk(run));
  const rest = await findCompanion(run, endpoint);
  const settings = companionSettings(config, secrets);
  run.output.line('What connecting changes in WordPress:');
  for (const text of consequences(settings)) run.output.line(`- ${text}`);
  for (let asked: Credentials['kind'] | undefined; ; ) {
    const credentials = await credentialsFor(run, rest, asked);
    try {
      const stored = await stayingTidy(run, rest, credentials, async () => {
        await refuseTaken(run, rest, credentials, { address: settings.serviceUrl, secrets });
        return sendSettings(rest, credentials, settings, { authorization: run.env.CMS_AUTHORIZATION });
      });
      if (asked === 'password') run.output.warn(`If you created two passwords: ${LEFT}`);
      const code = report(run, config.site.url ?? '', stored);
      await offerGroups(run);
      return code;
    } catch (error) {
      if (!run.prompts || !(error instanceof NotAccepted)) throw error;
      run.prompts.problem(error.message);
      asked = await askAgain(run.prompts);
      if (asked) continue;
      if (isForThisRun(credentials)) run.output.warn(LEFT);
      throw error;
    }
  }
}

/** @throws {CliError} of kind `usage` where there is nothing to connect */
function withSecrets(site: SiteOnDisk): SiteOnDisk & { secrets: Secrets } {
  const { secrets, hasSampleCms } = site;
  if (hasSampleCms) {
    throw new CliError('usage', 'This site has the built-in sample CMS: there is no WordPress.', {
      fix: 'Give it one: npx create-headless-site regenerate-config --cms-url <address>',
    });
  }
  if (!secrets) {
    throw new CliError('usage', `${ENV_FILE} lacks REVALIDATION_SECRET or PREVIEW_SECRET.`, {
      fix: `Copy ${ENV_FILE} from where the site runs, or write both lines: .env.example says how.`,
    });
  }
  return { ...site, secrets };
}

/** @throws {CliError} of kind `cms` without the plugin, or with one that is too old to be paired */
async function findCompanion({ env, output }: Run, endpoint: string): Promise<RestRoot> {
  const rest = await findRest(endpoint, { authorization: env.CMS_AUTHORIZATION });
  if (!rest.namespaces.includes('companion/v1')) {
    throw new CliError('cms', 'The companion plugin is not active in this WordPress.', {
      fix: 'Upload wordpress/companion.zip under Plugins > Add New > Upload Plugin, activate it, and run this again.',
    });
  }
  output.line(`WordPress: ${rest.name || rest.url}`);
  return rest;
}

/**
 * A WordPress serves one site. The page that makes a code says which one it is; otherwise it is asked here.
 * @throws {CliError} `usage` where nobody can be asked and `--replace` does not say so, `cancelled` when the answer is no
 */
async function refuseTaken(
  { prompts, flags, env }: Run,
  rest: RestRoot,
  credentials: Credentials,
  own: { address: string; secrets: Secrets },
): Promise<void> {
  if (credentials.kind === 'code' || flags.replace === true) return;
  const other = await otherSite(rest, credentials, own, { authorization: env.CMS_AUTHORIZATION });
  if (other === undefined) return;
  const question = `This WordPress is connected with the site at ${other}, which will hear of no change and show no preview any more.`;
  if (!prompts) {
    throw new CliError('usage', question, {
      fix: 'To replace that connection, run connect --replace. Otherwise reuse its secrets: copy its .env.local.',
    });
  }
  prompts.problem(question);
  if (await prompts.confirm('Connect it with this site instead?', false)) return;
  throw new CliError('cancelled', 'Cancelled. Nothing was changed in WordPress.');
}

function isForThisRun(credentials: Credentials): credentials is Extract<Credentials, { kind: 'password' }> {
  return credentials.kind === 'password' && credentials.revoke;
}

/** Takes the application password back, whatever comes of the work; one that WordPress does not know, it cannot. */
async function stayingTidy<Result>(
  { output }: Run,
  rest: RestRoot,
  credentials: Credentials,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isForThisRun(credentials)) return work();
  whenStopped(LEFT);
  let isKnown = true;
  try {
    return await work();
  } catch (error) {
    isKnown = !(error instanceof NotAccepted);
    throw error;
  } finally {
    if (isKnown) {
      if (!(await revoke(rest, credentials.authorization))) output.warn(LEFT);
      whenStopped('WordPress has the settings.');
    }
  }
}

function report({ output }: Run, siteUrl: string, { connection, locked, settings }: Stored): number {
  output.done(`WordPress has the address ${siteUrl} and the secrets.`);
  for (const [setting, constant] of Object.entries(locked)) {
    output.warn(`${setting} was left as it is: wp-config.php decides it (${constant}).`);
  }
  for (const text of stillOn(settings)) output.line(text);
  if (connection.status === 'connected')
    output.done('WordPress reaches the site, and the site accepts the secret.');
  else {
    output.warn(`${connection.message}${connection.fix ? ` ${connection.fix}` : ''}`);
    output.line(
      'Start or deploy the site with its secrets, then look again: npx create-headless-site doctor',
    );
  }
  output.result({ ok: true, exitCode: 0, connected: connection.status === 'connected', connection, locked });
  return 0;
}
