import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Addition } from '../../add/addition';
import { CONTENT_FILE } from '../../add/edit-content';

/** What `npm run generate` of a site writes. */
const GENERATED = 'content.generated.d.ts';

/**
 * Makes the types of WordPress's answers again, where the site has them and an addition asks for more: the type check goes by them.
 * @returns a line on what was done, or on what is left to do
 */
export async function refreshTypes(root: string, { change }: Addition): Promise<string[]> {
  const asksForMore = change.some(({ path: file }) => file === CONTENT_FILE);
  if (!asksForMore || !existsSync(path.join(root, GENERATED))) return [];
  const { execa } = await import('execa');
  const { failed } = await execa('headless-site', ['generate'], {
    cwd: root,
    localDir: root,
    preferLocal: true,
    stdin: 'ignore',
    reject: false,
  });
  return [failed ? `Then run \`npm run generate\`: ${GENERATED} is older.` : `${GENERATED} has its types.`];
}
