import { siteConfig } from '../config/site.ts';
import { findAddress, withoutIndexFile, withSlash } from './address.ts';
import { getHead } from './front-end.ts';
import { normalizePath, pathOf } from './paths.ts';
import { read } from './read.ts';
import { inTurnOf, unasked } from './strangers.ts';
import { lasting } from './strategy.ts';
import { tags } from './tags.ts';

/** Longer ones are no slugs that WordPress made. */
const MAX_SLUG = 200;

/**
 * Where the post that once had this address lives now. GraphQL does not know old slugs; WordPress's own front end
 * does. The path is asked with `/embed/` behind it: an old slug keeps that ending, while WordPress's guess (any post
 * whose slug starts alike, maybe in place of a draft) drops it. A guess is not what the author meant, but where it has the very slug: that
 * is every old address after the structure of permalinks has changed. The companion plugin keeps the ending for what Redirection knows
 * of an earlier structure, which may have ended with `.html`.
 * @param path in normal form; nothing lives there now
 * @returns the path as the CMS writes it; null when the CMS knows of none
 */
export async function findMoved(path: string): Promise<string | null> {
  const plain = withoutIndexFile(path.toLowerCase());
  const found = plain === path ? null : await findAddress(plain);
  if (found) return found.uri;
  const slug = path.split('/').at(-1) ?? '';
  if (slug === '' || slug.length > MAX_SLUG || /\.(?!html?$)/.test(slug)) return null;
  const { to } = await inTurnOf(path, (mayAsk) =>
    read({
      operation: getHead,
      variables: { path: `${withSlash(path)}embed/` },
      tags: [tags.address(path)],
      strategy: lasting,
      instead: async () => ((await mayAsk()) ? undefined : { status: 404, to: null, date: null, ...unasked }),
      keep: (data) => targetOf(data.to, slug) !== null,
    }),
  );
  const normal = targetOf(to, slug);
  if (!normal || normal === path) return null;
  const address = await findAddress(normal);
  return address?.path === normal ? address.uri : null;
}

/** The path in normal form that a redirect of an old address leads to; null for a guess at another slug, and for none. */
function targetOf(to: string | null, slug: string): string | null {
  const target = pathOf(to, siteConfig.wordpress.graphqlUrl) ?? '';
  const kept = /^(.*\/)embed\/?$/.exec(target)?.[1];
  if (kept) return normalizePath(kept);
  const guessed = normalizePath(target);
  return guessed?.split('/').at(-1) === slug ? guessed : null;
}
