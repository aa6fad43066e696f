import { cliVersion } from '../../base/package';
import { isNewer } from '../../base/version';
import type { Run } from '../../cli/run';
import type { SiteState } from '../../site/state';

/** Tells of an upgrade, which nothing but `upgrade` makes. */
export function sayUpgrade({ output }: Run, { manifest }: SiteState): void {
  if (!isNewer(cliVersion, manifest.cliVersion)) return;
  output.line(
    `This site is ${manifest.cliVersion}; this program is ${cliVersion}. To upgrade: npx create-headless-site upgrade`,
  );
}
