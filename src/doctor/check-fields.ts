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
  const { ok, fault, skipped } = check('fields', 'Own fields');
  if (!wordpress || wordpress.problem) return [skipped('WordPress was not asked.')];
  const faults = await runGenerate(root, '--check');
  if (!faults) return [skipped('The packages of the site are not installed here.')];
  if (faults.length === 0) return [ok('WordPress has what content.config.ts selects.')];
  const [first = '', ...others] = faults;
  const more = others.length > 0 ? ` And ${others.length} more.` : '';
  return [
    fault(`${first}${more}`, 'Correct content.config.ts, or the field in WordPress. Then: npm run generate'),
  ];
}
