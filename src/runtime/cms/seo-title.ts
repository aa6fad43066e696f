import { plainText } from '../content/html.ts';
import { type Address, findAddress } from './address.ts';
import { findDateArchive } from './date-archive.ts';
import { titleOfPeriod } from './periods.ts';
import { getTitle } from './queries/seo.ts';
import { read } from './read.ts';
import { readIdentity } from './shell.ts';
import { lasting } from './strategy.ts';
import { tags } from './tags.ts';

/**
 * What is public at a path is called, as plain text; empty for the homepage and the blog index, which the site's own
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
