import { hasGenerated, runGenerate } from '../site/generated';
import type { SiteOnDisk } from '../site/site-on-disk';
import { check, type Finding } from './finding';
import type { WordPressFacts } from './wordpress';

/**
 * Whether WordPress still has what `content.config.ts` selects: a field that an editor renames is empty on the pages, and nothing else says so.
 * @returns none where the site selects nothing
 */
export async function checkFields(
  { state: { root } }: SiteOnDisk,
  wordpress: WordPressFacts | null,
): Promise<Finding[]> {
  if (!hasGenerated(root)) return [];
  const { ok, fault, skipped } = check('fields', 'Custom fields');
  if (!wordpress || wordpress.problem) return [skipped('WordPress was not asked.')];
  const faults = await runGenerate(root, '--check');
  if (!faults)
    return [skipped('`headless-site generate --check` of the site cannot be run here, or takes too long.')];
  if (faults.length === 0) return [ok('WordPress has what content.config.ts selects.')];
  const [text = '', fix = 'npm run generate, and follow what it says'] = (faults[0] ?? '').split(/\s+Fix: /);
  const more = faults.length > 1 ? ` Others like it: ${faults.length - 1}.` : '';
  return [fault(`${text}${more}`, fix)];
}
