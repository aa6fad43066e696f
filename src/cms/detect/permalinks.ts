/** The parts of a post that decide its address. */
export interface PostAddress {
  uri: string;
  slug: string;
  databaseId: number;
  /** In the zone of the site: `2026-11-20T22:17:49`. */
  date: string | null;
  author: string | null;
  /** Slugs of its categories and of those above them. */
  categories: readonly string[];
}

/**
 * The structure of Settings > Permalinks that gives these addresses. WordPress says it to administrators only.
 * @returns for example `/%category%/%postname%/`, `plain` for addresses like `/?p=1`, null without a post or where most
 *   posts disagree (a plugin makes the addresses)
 */
export function permalinksOf(posts: readonly PostAddress[]): string | null {
  const votes = new Map<string, number>();
  for (const post of posts) {
    const structure = structureOf(post);
    votes.set(structure, (votes.get(structure) ?? 0) + 1);
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  return best && best[1] * 2 > posts.length ? best[0] : null;
}

function structureOf({ uri, slug, databaseId, date, author, categories }: PostAddress): string {
  if (uri.startsWith('/?') || uri.startsWith('?')) return 'plain';
  const [year, month, day] = (date ?? '').slice(0, 10).split('-');
  const segments = decoded(uri).split('/').filter(Boolean);
  const tags = segments.map((segment, index) => {
    if (segment === decoded(slug)) return '%postname%';
    // `/%postname%.html`
    if (segment.startsWith(`${decoded(slug)}.`)) return `%postname%${segment.slice(decoded(slug).length)}`;
    if (segment === String(databaseId)) return '%post_id%';
    if (segment === year) return '%year%';
    if (segment === month && segments[index - 1] === year) return '%monthnum%';
    if (segment === day && segments[index - 1] === month) return '%day%';
    if (categories.some((category) => decoded(category) === segment)) return '%category%';
    return author !== null && segment === decoded(author) ? '%author%' : segment;
  });
  // A category stands there behind those above it.
  const folded = tags.filter((tag, index) => tag !== '%category%' || tags[index - 1] !== tag);
  return `/${folded.join('/')}${uri.endsWith('/') ? '/' : ''}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
