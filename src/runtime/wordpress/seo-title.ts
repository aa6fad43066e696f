import { plainText } from '../content/html.ts';
import { type Address, findAddress } from './address.ts';
import { read } from './client/read.ts';
import { findDateArchive } from './date-archive.ts';
import { titleOfPeriod } from './index/periods.ts';
import { lasting } from './model/strategy.ts';
import { tags } from './model/tags.ts';
import { getTitle } from './queries/seo.ts';
import { readIdentity } from './shell.ts';

/**
 * Title of the public content at a path, as plain text; empty for the homepage and the blog index, which the site's own
 * name stands for.
 * @param path in normal form
 * @returns null when nothing public lives there
 */
export async function readTitle(path: string): Promise<string | null> {
  const address = (await findAddress(path)) ?? (await findDateArchive(path));
  if (!address || address.path !== path) return path === '/' ? '' : null;
  if (path === '/' || address.kind === 'posts') return '';
  if (address.kind !== 'date') return titleAt(address);
  return titleOfPeriod(address.slug, (await readIdentity(lasting)).language);
}

async function titleAt({ path, uri }: Address): Promise<string | null> {
  const { nodeByUri } = await read({
    operation: getTitle,
    variables: { uri },
    tags: [tags.path(path), ...tags.below(path)],
    strategy: lasting,
    keep: (data) => data.nodeByUri !== null,
  });
  return nodeByUri && plainText(nodeByUri.title ?? nodeByUri.name ?? nodeByUri.label ?? '');
}
