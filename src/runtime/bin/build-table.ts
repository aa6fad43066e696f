/**
 * Table of a build's results, a line a content type: strategy, interval, pages, requests to the CMS. Those that no type has for itself are in the
 * last line, so the column adds up to what the build has asked. Read from the content snapshot and from Next's own manifest.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Maybe } from '../content/types.ts';
import type { SnapshotFile } from '../wordpress/snapshot/file.ts';
import type { Snapshot } from '../wordpress/snapshot/types.ts';

interface Request {
  name: string;
  ms: number;
}

/** A line of `not-shown.jsonl`. */
interface NotShown {
  uri: string;
  kinds: string[];
}

/** Which row a request of the snapshot belongs to. Types that are not here share theirs. */
const requestsOf: Record<string, RegExp> = {
  posts: /^(SnapshotPosts|CheckPosts|ListPosts|SnapshotComments)$/,
  pages: /^(SnapshotPages|CheckPages|ListPages)$/,
  archives: /^(SnapshotArchives|ListTerms|ListAuthors|GetPostsById)$/,
};

/** The row of all other requests: what the CMS can do, its settings, menus and index, the items of custom types. */
const TOGETHER = 'shared by all';

const CONTACT_FIX =
  'Fix: npx create-headless-site regenerate-config --contact wordpress (or resend, smtp), and set what it needs where the site is built.';

/** Same defaults as in `getStrategy`. */
const unconfigured = { strategy: 'isr', revalidate: undefined } as const;

/**
 * Prints it.
 * @param root folder of the site, after `next build`
 * @param file the content snapshot of the build
 * @param snapshot what is at its end
 */
export function printBuildTable(root: string, file: SnapshotFile, snapshot: Snapshot): void {
  const manifest = path.join(root, '.next/prerender-manifest.json');
  if (!existsSync(manifest)) return;
  const { rendering } = snapshot;
  const requests = readLines<Request>(path.join(file.folder, 'requests.jsonl'));
  const built = Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).routes).map(normal);
  const types = typesByPath(file, snapshot);
  const { custom, light: _, ...builtIn } = rendering;
  // Types that nobody has configured, too.
  const others = Object.keys(snapshot.whole).filter((type) => type !== 'post' && type !== 'page');
  const unnamed = Object.fromEntries(others.map((type) => [type, unconfigured]));
  const count = (type: string) => requests.filter(({ name }) => requestsOf[type]?.test(name)).length;
  const rows = Object.entries({ ...builtIn, ...unnamed, ...custom }).map(
    ([type, { strategy, revalidate }]) => [
      type,
      strategy,
      strategy === 'isr' ? interval(revalidate) : strategy === 'ssr' ? 'each request' : 'next build',
      String(built.filter((route) => types.get(route) === type).length),
      Object.hasOwn(requestsOf, type) || type === 'homepage' ? String(count(type)) : '-',
    ],
  );
  const apart = Object.keys(requestsOf).reduce((sum, type) => sum + count(type), 0);
  rows.push([TOGETHER, '', '', '', String(requests.length - apart)]);
  console.log(`\n${table([['type', 'strategy', 'refreshed', 'pages built', 'CMS requests'], ...rows])}`);
  const slowest = requests.reduce((a, b) => (b.ms > a.ms ? b : a), { name: 'none', ms: 0 });
  console.log(
    `${requests.length} requests to the CMS in all, slowest ${slowest.name} ${Math.round(slowest.ms)} ms`,
  );
  const shared = (['posts', 'pages', 'archives'] as const).filter(
    (type) => rendering[type].strategy === 'ssr',
  );
  if (shared.length > 0)
    console.log(
      `posts, pages and archives share their addresses: as ${shared.join(' and ')} are ssr, all three are rendered ` +
        'for each request, the others from cached data.',
    );
  if (snapshot.contact) console.log(`\nThe contact form is not shown: ${snapshot.contact}. ${CONTACT_FIX}`);
  printNotShown(readLines<NotShown>(path.join(file.folder, 'not-shown.jsonl')));
}

/** Lines of pages that say so; the rest is a number. */
const MAX_LISTED = 50;

/** Pages with something that the site does not show; a notice there leads to WordPress's own page. */
function printNotShown(lines: readonly NotShown[]): void {
  if (lines.length === 0) return;
  const kinds = new Map<string, Set<string>>();
  for (const line of lines) kinds.set(line.uri, new Set([...(kinds.get(line.uri) ?? []), ...line.kinds]));
  const rows = [...kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([uri, found]) => [uri, [...found].join(', ')]);
  console.log(
    `\n${table([['page', 'not shown (visitors find a link to WordPress)'], ...rows.slice(0, MAX_LISTED)])}`,
  );
  if (rows.length > MAX_LISTED) console.log(`and ${rows.length - MAX_LISTED} more pages`);
}

/** @returns the row of each address; what lives at `/` is the homepage's */
function typesByPath(
  file: SnapshotFile,
  { terms, authors, contentTypes, reading }: Snapshot,
): Map<string, string> {
  const found = new Map<string, string>();
  const add = (type: string, { uri }: { uri?: Maybe<string> }) => uri && found.set(normal(uri), type);
  let postsPage: { uri?: Maybe<string> } | undefined;
  for (const entry of file.entries()) {
    if (entry.databaseId === reading?.pageForPosts) postsPage = entry;
    add({ post: 'posts', page: 'pages' }[entry.type] ?? entry.type, entry);
  }
  for (const archive of [...terms, ...authors, ...contentTypes, ...(postsPage ? [postsPage] : [])])
    add('archives', archive);
  return found.set('/', 'homepage');
}

/** One form for Next's decoded routes and WordPress's addresses. */
function normal(uri: string): string {
  try {
    return decodeURIComponent(uri).replace(/(.)\/$/, '$1');
  } catch {
    return uri;
  }
}

function interval(revalidate: boolean | number | undefined): string {
  if (revalidate === false || revalidate === undefined) return 'on demand';
  return `${revalidate === true ? 60 : revalidate} s`;
}

function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
