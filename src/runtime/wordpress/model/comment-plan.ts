/** How the comments of a post make pages. Pure: a page is found from ids alone, so that only its own comments are read. */

/** A comment and what it replies to, by id; 0 for none. */
export interface CommentRow {
  id: number;
  parent: number;
}

/** Comments of a page at most, replies among them: some 250 KB. */
export const MOST = 300;
/** Threads of a page where WordPress wants one page and there are more comments than that. It is WordPress's own default. */
const PER_PAGE = 50;

/**
 * Pages as WordPress makes them: so many threads each, the oldest on page 1, so that an old page stays as it is. WordPress puts no
 * limit to replies. Here a page that would be longer than `MOST` is several, and a thread that is cut repeats its first comment.
 * @param rows the oldest first
 * @param perPage threads of a page, as "Settings > Discussion" says; 0 where WordPress shows all comments on one
 * @returns at least one page. A row whose parent is not on its page replies to the first comment of its thread.
 */
export function pagesOf(rows: readonly CommentRow[], perPage: number): CommentRow[][] {
  const pages: CommentRow[][] = [[]];
  for (const group of groupsOf(threadsOf(rows), perPage, rows.length)) {
    if (pages.at(-1)?.length) pages.push([]);
    for (const piece of group.flatMap(piecesOf)) {
      if ((pages.at(-1)?.length ?? 0) + piece.length > MOST) pages.push([]);
      pages.at(-1)?.push(...piece);
    }
  }
  return pages;
}

/** Reads the companion's outline: `12 13:12`, an id, and behind a colon what it replies to. */
export function readOutline(outline: string): CommentRow[] {
  return outline.split(' ').flatMap((text) => {
    const [id = 0, parent = 0] = text.split(':').map(Number);
    return id > 0 ? [{ id, parent }] : [];
  });
}

type Thread = [first: CommentRow, ...replies: CommentRow[]];

/**
 * In the order of their first comments. A reply to a comment that is gone begins a thread. Ids decide, because a reply has a higher one
 * than its parent. So a circle ends, too.
 */
function threadsOf(rows: readonly CommentRow[]): Thread[] {
  const firsts = new Map<number, number>();
  for (const { id, parent } of rows.toSorted((a, b) => a.id - b.id)) firsts.set(id, firsts.get(parent) ?? id);
  const threads = new Map<number, Thread>();
  for (const row of rows) if (firsts.get(row.id) === row.id) threads.set(row.id, [row]);
  for (const row of rows) {
    const first = firsts.get(row.id) ?? row.id;
    if (first !== row.id) threads.get(first)?.push(row);
  }
  return [...threads.values()];
}

/** The threads of each page. Without a number of WordPress's the newest page takes what is left over, and is never nearly empty. */
function groupsOf(threads: readonly Thread[], perPage: number, comments: number): Thread[][] {
  if (perPage === 0 && comments <= MOST) return [[...threads]];
  const size = perPage || PER_PAGE;
  const groups = inParts(threads, size);
  const last = groups.at(-1) ?? [];
  if (perPage > 0 || groups.length === 1 || last.length === size) return groups;
  return [...groups.slice(0, -2), [...(groups.at(-2) ?? []), ...last]];
}

/** A thread, in parts that fit on a page. */
function piecesOf([first, ...replies]: Thread): CommentRow[][] {
  return inParts(replies, MOST - 1).map((part) => {
    const here = new Set(part.map(({ id }) => id));
    const onPage = ({ id, parent }: CommentRow) => ({ id, parent: here.has(parent) ? parent : first.id });
    return [first, ...part.map(onPage)];
  });
}

/** @returns at least one part */
function inParts<Row>(rows: readonly Row[], size: number): Row[][] {
  const parts = Array.from({ length: Math.max(1, Math.ceil(rows.length / size)) }, (_, i) => i * size);
  return parts.map((start) => rows.slice(start, start + size));
}
