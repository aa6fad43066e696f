import { scriptCommand } from '../answers/manager';
import { cliVersion } from '../base/package';
import { isNewer } from '../base/version';
import type { SiteOnDisk } from '../site/site-on-disk';
import { check, type Finding } from './finding';
import { installedVersion } from './installed';
import type { SiteFacts } from './site';

/**
 * Whether this program, the site, its runtime (installed and running) and the plugin are of one version. An older plugin is a
 * finding of its own.
 * @param plugin version of the companion plugin; undefined where it was not asked
 */
export function checkVersions(
  { state }: SiteOnDisk,
  running: SiteFacts | null,
  plugin: string | null | undefined,
): Finding {
  const { ok, warning, fault } = check('versions', 'Versions');
  const { cliVersion: site } = state.manifest;
  const isOwn = state.answers.cli?.runtime === 'own';
  const installed = isOwn ? undefined : installedVersion(state.root, 'headless-site');
  if (installed !== undefined && installed !== site) {
    return fault(
      `The installed runtime is ${installed}; the site is ${site}.`,
      `${scriptCommand(state.answers.cli?.packageManager ?? 'npm', 'install')}. If that changes nothing: npx create-headless-site@latest upgrade`,
    );
  }
  if (isNewer(cliVersion, site)) {
    return warning(
      `The site is ${site}; this program is ${cliVersion}.`,
      'See what is new: npx create-headless-site upgrade --dry-run. Then run it without --dry-run.',
    );
  }
  const live = isOwn ? null : running?.runtime;
  if (live && live !== site) {
    return warning(
      `The running site has the runtime ${live}; this folder has ${site}.`,
      'Build and deploy this folder.',
    );
  }
  const parts = [
    `program and site ${site}`,
    ...(isOwn ? ['a runtime of your own'] : installed ? [`runtime ${installed}`] : []),
    ...(plugin ? [`plugin ${plugin}`] : []),
  ];
  return ok(`${parts.join(', ').replace(/^p/, 'P')}.`);
}
