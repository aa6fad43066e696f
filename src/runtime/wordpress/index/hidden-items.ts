import path from 'node:path';
import { LineStore } from '../../base/line-store.ts';
import { ofProcess } from '../../base/of-process.ts';
import { isBuild, siteConfig } from '../../config/site.ts';
import { toSeoData } from '../../content/seo-from-cms.ts';
import type { CmsSeo, Maybe } from '../../content/types.ts';
import { canonicalUrl } from '../../seo/canonical.ts';
import { cmsUrl, siteUrl } from '../../seo/site.ts';
import { getCapabilities } from '../client/probe.ts';
import { read } from '../client/read.ts';
import { walk } from '../client/walk.ts';
import { contentTypeEnum } from '../model/content-type-enum.ts';
import { AT_ONCE } from '../model/paging.ts';
import { normalizePath } from '../model/paths.ts';
import { derivedStrategy } from '../model/seo-strategy.ts';
import { siteCache } from '../model/site-cache.ts';
import { lasting } from '../model/strategy.ts';
import { tags } from '../model/tags.ts';
import { type CmsRobots, listRobots, listSomeRobots } from '../queries/seo.ts';
import type { IndexEntry } from './content-index.ts';

/** Milliseconds between two times that a hundred items are asked again that have not changed: a plugin's settings may have. */
const AGAIN_MS = 300_000;

/** When the item was modified that said so, and whether it is to be hidden. */
type Said = [modified: string, isHidden: 0 | 1];

interface Hidden {
  /** The one that was asked longest ago first. */
  byId: Map<number, Said>;
  store: LineStore;
  /** By performance.now(). */
  againAt: number;
}

/** By the plugin that says so. */
const shared = ofProcess('hidden-items', () => new Map<string, Promise<Hidden>>());

/**
 * Which items the SEO plugin keeps away. Kept by the process and on disk: what has changed is asked for.
 * @param entries of the content index
 */
export async function readHidden(entries: readonly IndexEntry[]): Promise<ReadonlySet<number>> {
  if (isBuild || derivedStrategy.strategy === 'static' || !siteCache()) {
    const said = await readAll(entries, derivedStrategy, true);
    return new Set([...said].flatMap(([id, [, isHidden]]) => (isHidden ? [id] : [])));
  }
  const { seo } = await getCapabilities();
  if (seo === 'none') return new Set();
  const loading = shared.get(seo) ?? load(entries, seo);
  shared.set(seo, loading);
  loading.catch(() => shared.delete(seo));
  const hidden = await loading;
  const { byId, store } = hidden;
  const open = new Map(entries.flatMap((entry) => (entry.hasPassword ? [] : [[entry.databaseId, entry]])));
  const missing = new Set(
    [...open.values()].filter(({ databaseId: id, modified }) => byId.get(id)?.[0] !== modified),
  );
  if (performance.now() >= hidden.againAt) {
    hidden.againAt = performance.now() + AGAIN_MS;
    for (const id of [...byId.keys()].slice(0, AT_ONCE)) {
      const entry = open.get(id);
      if (entry) missing.add(entry);
    }
  }
  const come = await readSome([...missing]);
  const changed = [...missing].map(({ databaseId }) => databaseId);
  for (const { databaseId, modified } of missing) {
    byId.delete(databaseId);
    byId.set(databaseId, [modified, come.has(databaseId) ? 1 : 0]);
  }
  for (const id of byId.keys()) if (!open.has(id) && byId.delete(id)) changed.push(id);
  store.save(
    changed.map((id) => [String(id), byId.get(id)]),
    () => [...byId].map(([id, said]) => [String(id), said]),
  );
  return new Set([...byId].flatMap(([id, [, isHidden]]) => (isHidden ? [id] : [])));
}

/** The state that an earlier process has left, otherwise the one that the build has read. */
async function load(entries: readonly IndexEntry[], seo: string): Promise<Hidden> {
  const head = JSON.stringify(['hidden', 1, siteConfig.wordpress.graphqlUrl, seo]);
  const store = new LineStore(path.join(siteCache()?.folder ?? '', 'index', 'hidden.jsonl'), head);
  const lines = await store.load();
  const byId = lines
    ? new Map([...lines].map(([id, said]) => [Number(id), said as Said]))
    : await readAll(entries, lasting, false);
  return { byId, store, againAt: performance.now() + AGAIN_MS };
}

async function readAll(
  entries: readonly IndexEntry[],
  strategy: typeof derivedStrategy,
  isTagged: boolean,
): Promise<Map<number, Said>> {
  const rows = await Promise.all(
    [...new Set(entries.map(({ type }) => type))].map((type) =>
      walk(listRobots, { types: [contentTypeEnum(type)] }, isTagged ? [tags.list(type)] : [], strategy),
    ),
  );
  return new Map(rows.flat().map((row) => [row.databaseId, [row.modifiedGmt ?? '', isHidden(row) ? 1 : 0]]));
}

/** @returns those of the items that are hidden */
async function readSome(entries: readonly IndexEntry[]): Promise<Set<number>> {
  const rows = await Promise.all(
    [...new Set(entries.map(({ type }) => type))].map((type) => {
      const ids = entries.flatMap((entry) => (entry.type === type ? [String(entry.databaseId)] : []));
      return Promise.all(
        Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, i) =>
          askSome(type, ids.slice(i * AT_ONCE, (i + 1) * AT_ONCE)),
        ),
      );
    }),
  );
  return new Set(rows.flat(2).flatMap((row) => (isHidden(row) ? [row.databaseId] : [])));
}

async function askSome(type: string, ids: string[]): Promise<CmsRobots[]> {
  const { list } = await read({
    operation: listSomeRobots,
    variables: { ids, types: [contentTypeEnum(type)] },
    tags: [],
    strategy: lasting,
    keep: () => false,
  });
  return list?.nodes.flatMap((node) => node ?? []) ?? [];
}

/** Not to be indexed, or to be known by another address. */
export function isHidden({ uri, seo }: { uri: Maybe<string>; seo?: Maybe<CmsSeo> }): boolean {
  const { noindex, canonical } = toSeoData(seo) ?? {};
  if (noindex) return true;
  const { origin, pathname } = new URL(canonicalUrl(canonical, uri ?? '', siteUrl, cmsUrl));
  return origin !== siteUrl || normalizePath(pathname) !== normalizePath(uri ?? '');
}
