import type { Addition } from '../../add/addition';
import { CONTENT_FILE } from '../../add/edit-content';
import { GENERATED, hasGenerated, runGenerate } from '../../site/generated';

/**
 * Makes the types of WordPress's answers again, where the site has them and an addition asks for more: the type check goes by them.
 * @returns a line on what was done, or on what is left to do
 */
export async function refreshTypes(root: string, { change }: Addition): Promise<string[]> {
  const asksForMore = change.some(({ path: file }) => file === CONTENT_FILE);
  if (!asksForMore || !hasGenerated(root)) return [];
  const faults = await runGenerate(root);
  return [
    faults?.length === 0
      ? `${GENERATED} has its types.`
      : `Then run \`npm run generate\`: ${GENERATED} is older.`,
  ];
}
