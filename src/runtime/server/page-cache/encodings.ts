/** Which form of a page a visitor gets, by RFC 9110: what he rates highest, and of equals the smallest. */

export type Encoding = 'br' | 'gzip' | 'identity';

/** Names whatever came, in lower case, with its rating. */
type Ratings = Map<string, number>;

const known = new Map<string, Encoding | undefined>();
/** Browsers send a handful of them. */
const MOST_KNOWN = 200;

/**
 * @param header `Accept-Encoding`
 * @param offered what there is of the page, the smallest first
 * @returns undefined where nothing of it is acceptable, or nobody can tell
 */
export function chooseEncoding(
  header: string | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  if (header === undefined) return 'identity';
  const key = `${offered.length} ${header}`;
  if (known.has(key)) return known.get(key);
  const chosen = choose(ratingsOf(header), offered);
  if (known.size >= MOST_KNOWN) known.clear();
  if (header.length < 200) known.set(key, chosen);
  return chosen;
}

function choose(ratings: Ratings | undefined, offered: readonly Encoding[]): Encoding | undefined {
  if (!ratings) return undefined;
  const any = ratings.get('*');
  const rate = (name: Encoding) =>
    ratings.get(name) ?? (name === 'identity' ? (any === 0 ? 0 : Number.MIN_VALUE) : (any ?? 0));
  const [best] = offered.filter((name) => rate(name) > 0).sort((a, b) => rate(b) - rate(a));
  return best;
}

function ratingsOf(header: string): Ratings | undefined {
  const ratings: Ratings = new Map();
  for (const part of header.split(',')) {
    if (part.trim() === '') continue;
    const [, name, rating = '1'] =
      /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(part) ?? [];
    if (!name) return undefined;
    ratings.set(name.toLowerCase().replace(/^x-gzip$/, 'gzip'), Number(rating));
  }
  return ratings;
}
