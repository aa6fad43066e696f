import kleur from 'kleur';
import { refuseAuthorization } from '../answers/secrets';
import { CliError } from '../base/errors';
import { whenStopped } from '../base/signals';
import type { Run } from '../cli/run';
import { toSiteUrl } from '../cms/url';
import { checkContact } from '../doctor/check-contact';
import { checkFields } from '../doctor/check-fields';
import { checkVersions } from '../doctor/check-versions';
import { checksOfCompanion } from '../doctor/checks-companion';
import { checksHere } from '../doctor/checks-here';
import { checkClocks, checkPreview, checksOfSite } from '../doctor/checks-site';
import { checksOfWordPress, withoutWordPress } from '../doctor/checks-wordpress';
import type { Finding, FindingState } from '../doctor/finding';
import { askSite } from '../doctor/site';
import { askWordPress } from '../doctor/wordpress';
import { ANSWERS_FILE } from '../plan/managed';
import { type SiteOnDisk, siteAsItIs } from '../site/site-on-disk';

/**
 * Looks at the site, at WordPress and at the way between them. Changes nothing.
 * @returns 0 without faults, otherwise 1
 * @throws {CliError} of kind `usage` when this is no site
 */
export async function doctor(run: Run): Promise<number> {
  whenStopped('Nothing was changed.');
  const findings = await examine(run);
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  print(run, findings);
  run.output.line();
  run.output.line(faults + warnings === 0 ? 'All is well.' : `Faults: ${faults}. Warnings: ${warnings}.`);
  const exitCode = faults === 0 ? 0 : 1;
  run.output.result({ ok: faults === 0, exitCode, checks: findings });
  return exitCode;
}

/** A CMS or a site that hangs takes half a minute: at a terminal it is shown that something goes on. */
function shown({ prompts }: Run, work: () => Promise<Finding[]>): Promise<Finding[]> {
  if (!prompts) return work();
  return prompts.during('Asking the site and its CMS', 'Asked the site and its CMS', '', work);
}

async function examine(run: Run): Promise<Finding[]> {
  const { site, refused } = siteAsItIs(run);
  const url = addressOf(run, site);
  const access = { authorization: run.env.CMS_AUTHORIZATION };
  const ofSite = run.env.SITE_AUTHORIZATION;
  refuseAuthorization(run.env, 'SITE_AUTHORIZATION');
  const { secrets, endpoint, hasSampleCms } = site;
  return shown(run, async () => {
    const [wordpress, running] = await Promise.all([
      hasSampleCms ? null : askWordPress(endpoint, secrets, access),
      url === undefined ? null : askSite(url, secrets, ofSite),
    ]);
    return [
      ...checksHere(site, refused),
      checkVersions(site, running, wordpress?.cms?.companion?.version),
      ...(wordpress
        ? [
            ...checksOfWordPress(site, wordpress, running?.slash ?? null),
            ...checksOfCompanion(site, wordpress, url),
          ]
        : withoutWordPress(site)),
      ...(await checkFields(site, wordpress)),
      checkContact(site, wordpress),
      ...checksOfSite(site, running),
      await checkPreview(site, running, wordpress, access, ofSite),
      checkClocks(wordpress, running),
    ];
  });
}

/**
 * The address that is looked at. The answers need not have one; then it is the one that the site itself would use.
 * @returns undefined where nothing says it
 * @throws {CliError} of kind `usage`, naming what says it
 */
function addressOf({ flags }: Run, { config, variable }: SiteOnDisk): string | undefined {
  const name = 'NEXT_PUBLIC_SITE_URL';
  const sources = {
    '--url': flags.url,
    [`site.url in ${ANSWERS_FILE}`]: config.site.url,
    [name]: variable(name),
  };
  const [source, given] = Object.entries(sources).find(([, value]) => value !== undefined) ?? [];
  if (source === undefined) return undefined;
  try {
    return toSiteUrl(String(given));
  } catch (error) {
    throw new CliError('usage', `${source} ${error instanceof Error ? error.message : 'is no address'}`);
  }
}

const marks: Record<FindingState, () => string> = {
  ok: () => kleur.green('✔'),
  warning: () => kleur.yellow('!'),
  fault: () => kleur.red('✖'),
  skipped: () => kleur.dim('-'),
};

function print({ output }: Run, findings: readonly Finding[]): void {
  for (const { title, state, text, fix } of findings) {
    output.line(`${marks[state]()} ${title}: ${text}`);
    if (fix) output.line(`  ${kleur.dim('Fix:')} ${fix}`);
  }
}
