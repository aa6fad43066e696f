import kleur from 'kleur';
import { CliError } from '../cli/errors';
import { whenStopped } from '../cli/signals';
import { toSiteUrl } from '../cms/url';
import { checksHere } from '../doctor/checks-here';
import { checkClocks, checkPreview, checksOfSite } from '../doctor/checks-site';
import { checksOfCompanion, checksOfWordPress, unseen } from '../doctor/checks-wordpress';
import { check, type Finding, type FindingState } from '../doctor/finding';
import { askSite } from '../doctor/site';
import { askWordPress } from '../doctor/wordpress';
import type { Run } from './run';
import { type SiteOnDisk, siteOnDisk } from './site-on-disk';

/**
 * Looks at the site, at WordPress and at the way between them. Changes nothing.
 * @returns 0 without faults, else 1
 * @throws {CliError} of kind `usage` when this is no site
 */
export async function doctor(run: Run): Promise<number> {
  whenStopped('Nothing was changed.');
  const site = siteOnDisk(run);
  const findings = await examine(run, site);
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  print(run, findings);
  run.output.line();
  run.output.line(faults + warnings === 0 ? 'All is well.' : `Faults: ${faults}. Warnings: ${warnings}.`);
  const exitCode = faults === 0 ? 0 : 1;
  run.output.result({ ok: faults === 0, exitCode, checks: findings });
  return exitCode;
}

async function examine(run: Run, site: SiteOnDisk): Promise<Finding[]> {
  const access = { authorization: run.env.CMS_AUTHORIZATION };
  const url = siteUrl(run, site);
  const { secrets, endpoint, hasSampleCms } = site;
  const [wordpress, running] = await Promise.all([
    hasSampleCms ? null : askWordPress(endpoint, secrets, access),
    secrets ? askSite(url, secrets) : null,
  ]);
  const sample = 'The site has the built-in sample CMS.';
  return [
    ...checksHere(site),
    ...(wordpress
      ? [...checksOfWordPress(site, wordpress), ...checksOfCompanion(site, wordpress, url)]
      : [check('cms', 'GraphQL').skipped(sample), ...unseen(sample)]),
    ...checksOfSite(running, site.state.answers.cli?.packageManager),
    await checkPreview(site, running, wordpress, access),
    checkClocks(wordpress, running),
  ];
}

function siteUrl({ flags }: Run, { config }: SiteOnDisk): string {
  const given = typeof flags.url === 'string' ? flags.url : config.site.url;
  try {
    return toSiteUrl(given ?? '');
  } catch (error) {
    throw new CliError('usage', `--url ${error instanceof Error ? error.message : 'is no address'}`);
  }
}

const marks: Record<FindingState, () => string> = {
  ok: () => kleur.green('✔'),
  warning: () => kleur.yellow('!'),
  fault: () => kleur.red('✖'),
  skipped: () => kleur.dim('-'),
};

function print({ output }: Run, findings: readonly Finding[]): void {
  for (const { title, state, text, cure } of findings) {
    output.line(`${marks[state]()} ${title}: ${text}`);
    if (cure) output.line(`  ${kleur.dim('Cure:')} ${cure}`);
  }
}
