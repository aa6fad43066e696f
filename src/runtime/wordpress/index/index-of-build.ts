import { mkdirSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { LineStore } from '../../base/line-store.ts';
import type { CmsListed } from '../model/types.ts';
import type { SnapshotFile } from '../snapshot/file.ts';
import { fromListed, fromRows, type IndexEntry } from './index-entry.ts';
import { readRows, spanOf, sumsFrom } from './index-rows.ts';
import { type Span, toSpans } from './index-spans.ts';

/**
 * The index as the pages of a build show it, beside them: `.next/cache` may be empty at each start, and a start has to know what has
 * changed since the build.
 */
const HEAD = JSON.stringify(['index', 1, 'build']);

/** @param build `.next` */
const fileOf = (build: string, type: string) => path.join(build, 'index', `${type}.jsonl`);

/** @param build `.next` */
export async function writeIndexOfBuild(build: string, file: SnapshotFile): Promise<void> {
  mkdirSync(path.join(build, 'index'), { recursive: true });
  for (const type of Object.keys(file.snapshot?.whole ?? {})) {
    const lines = [...(await spansOf(file, type))].map(([span, { sum, entries }]) =>
      JSON.stringify([String(span), [sum, entries]]),
    );
    writeFileSync(fileOf(build, type), [HEAD, ...lines, ''].join('\n'));
  }
}

async function spansOf(file: SnapshotFile, type: string): Promise<Map<number, Span>> {
  const rows = await readRows(async (after) => file.indexPage(type, after) ?? null);
  const entries = rows ? fromRows(type, rows) : fromListed(type, listed(file, type));
  return toSpans(entries, sumsFrom(file.indexPage(type) ?? null) ?? unknownSums(entries));
}

function listed(file: SnapshotFile, type: string): CmsListed[] {
  const found: CmsListed[] = [];
  for (let after: string | null | undefined; ; ) {
    const page = file.listPage(type, after ?? undefined);
    found.push(...(page?.nodes ?? []).flatMap((node) => node ?? []));
    after = page?.pageInfo?.hasNextPage ? page.pageInfo.endCursor : null;
    if (!after) return found;
  }
}

/** Without digests each span counts as changed, and its rows are compared. */
const unknownSums = (entries: readonly IndexEntry[]) =>
  new Map(entries.map(({ databaseId }) => [spanOf(databaseId), '']));

/**
 * @param build `.next`
 * @returns when it was written, in milliseconds since 1970; null where this build has none
 */
export async function readIndexOfBuild(
  build: string,
  type: string,
): Promise<{ at: number; lines: Map<string, unknown> } | null> {
  const file = fileOf(build, type);
  const lines = await new LineStore(file, HEAD).load();
  return lines && { at: await changedAt(file), lines };
}

/** @returns milliseconds since 1970, 0 where the file is gone */
export const changedAt = async (file: string): Promise<number> =>
  (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
