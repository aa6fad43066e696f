import { decodeHTML } from 'entities';

export interface Visit<Item> {
  item: Item & { path: string };
  status: number;
  /** Cache-Control of the answer. */
  cache: string;
  html: string;
  /** Text of the first heading. */
  h1: string;
}

/** Opens the addresses of all items, four at once. Redirects are answers, they are not followed. */
export async function crawl<Item extends { path: string }>(
  base: string,
  items: readonly Item[],
): Promise<Visit<Item>[]> {
  const visits: Visit<Item>[] = [];
  const queue = [...items];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let item = queue.shift(); item; item = queue.shift()) visits.push(await visit(base, item));
    }),
  );
  return visits;
}

async function visit<Item extends { path: string }>(base: string, item: Item): Promise<Visit<Item>> {
  const response = await fetch(base + item.path, { redirect: 'manual' });
  const html = await response.text();
  const [, h1 = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  return {
    item,
    status: response.status,
    cache: response.headers.get('cache-control') ?? '',
    html,
    h1: decodeHTML(h1.replace(/<[^>]*>/g, '')),
  };
}
