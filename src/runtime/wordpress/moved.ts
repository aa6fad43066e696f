import { siteConfig } from '../config/site.ts';
import { findAddress, withoutIndexFile, withSlash } from './address.ts';
import { getHead } from './client/front-end.ts';
import { read } from './client/read.ts';
import { normalizePath, pathBelow, pathOf, splitPage } from './model/paths.ts';
import { lasting } from './model/strategy.ts';
import { tags } from './model/tags.ts';
import { inTurnOf, unasked } from './unknown-paths.ts';

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
  const { base, page } = splitPage(plain);
  const found = plain === path ? null : await findAddress(base);
  if (found) return page === 1 ? found.uri : pathBelow(found.uri, `page/${page}`);
  const slug = plain.split('/').at(-1) ?? '';
  if (slug === '' || slug.length > MAX_SLUG || /\.(?!html?$)/.test(slug)) return null;
  const { to } = await inTurnOf(path, (mayAsk) =>
    read({
      operation: getHead,
      variables: { path: `${withSlash(path)}embed/` },
      // Where it leads changes with the structure of permalinks.
      tags: [tags.address(path), tags.anyAddress],
      strategy: lasting,
      instead: async () => ((await mayAsk()) ? undefined : { status: 404, to: null, date: null, ...unasked }),
      keep: ({ to }) => hasSlug(targetOf(to), slug),
    }),
  );
  const target = targetOf(to);
  if (!target || target.path === path) return null;
  const address = await findAddress(target.path);
  if (address?.path !== target.path) return null;
  // A structure may have the number of a post in place of its slug.
  return hasSlug(target, slug) || normalizePath(address.slug) === `/${slug}` ? address.uri : null;
}

interface Target {
  /** In normal form. */
  path: string;
  /** Whether WordPress has found it by its slug at any time, and not by how the slug begins. */
  isKnown: boolean;
}

const hasSlug = (target: Target | null, slug: string): boolean =>
  target !== null && (target.isKnown || target.path.split('/').at(-1) === slug);

/** Where a redirect of an old address leads; null where it leads to no page. */
function targetOf(to: string | null): Target | null {
  const url = pathOf(to, siteConfig.wordpress.graphqlUrl) ?? '';
  const known = /^(.*\/)embed\/?$/.exec(url)?.[1];
  const path = normalizePath(known ?? url);
  return path === null ? null : { path, isKnown: known !== undefined };
}
