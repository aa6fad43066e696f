import { type ChildProcess, spawn } from 'node:child_process';
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { SnapshotFile } from '../../../src/runtime/wordpress/snapshot/file';
import { seedPosts } from '../../bench/seed-posts';
import { siteEnvironment } from '../../support/site-environment';
import { variations } from '../../support/variations';
import { ownPlugin } from '../companion/own-plugin';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';

const reason = whyNoWordPress();
const root = fileURLToPath(new URL('../../..', import.meta.url));
const POSTS = 600;
const tsx = createRequire(import.meta.url).resolve('tsx');

interface Build {
  child: ChildProcess;
  pid: number;
  output: () => string;
  /** Its exit code, or the signal that ended it. */
  end: Promise<number | string>;
}

describe.skipIf(reason).each(
  variations(1, [
    ['on the index of the companion', true],
    ['without the companion', false],
  ]),
)(`a build that is interrupted, %s${reason ? ` (${reason})` : ''}`, (_, companion) => {
  let cms: WordPress;
  let folder: string;
  beforeAll(async () => {
    cms = await startWordPress({ companion, content: 'empty' });
    await seedPosts(cms, 1, POSTS);
  });
  afterAll(() => cms?.stop());
  afterEach(async () => {
    await cms.fail(null);
    vi.restoreAllMocks();
  });

  const newSite = () => {
    folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
  };
  const snapshots = () => path.join(folder, '.next/cache/cms-snapshot');

  function build(rendering = {}, later = ''): Build {
    const args = ['--import', tsx, path.join(root, 'tests/wordpress/site/take-snapshot.ts'), folder];
    const child = spawn(process.execPath, [...args, JSON.stringify(rendering), later], {
      cwd: root,
      env: { ...process.env, ...siteEnvironment, NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    const end = new Promise<number | string>((resolve) =>
      child.on('close', (code, signal) => resolve(code ?? signal ?? 0)),
    );
    return { child, pid: child.pid ?? 0, output: () => output, end };
  }

  /** The snapshot of a build: all of it, or an error with what it printed. */
  async function taken(started: Build): Promise<SnapshotFile> {
    expect([await started.end, started.output()]).toEqual([0, expect.stringContaining('Content snapshot:')]);
    const file = SnapshotFile.open(path.join(snapshots(), String(started.pid)));
    if (!file?.snapshot) throw new Error(`there is no snapshot:\n${started.output()}`);
    return file;
  }
  const idsIn = (file: SnapshotFile) => [...file.entries()].map(({ databaseId }) => databaseId);
  const overIn = ({ output }: Build) => Number(/\((\d+) of an interrupted build\)/.exec(output())?.[1] ?? 0);
  const asked = async (name: string) =>
    (await cms.log()).filter(({ operation, status }) => operation === name && status === 200).length;

  /** Items that a build has on disk. */
  function written({ pid }: Build): number {
    const file = path.join(snapshots(), String(pid), 'content.jsonl');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n["item:').length - 1 : 0;
  }

  /** A build that has read some posts, and is killed. */
  async function killed(rendering = {}): Promise<void> {
    await cms.clearLog();
    await cms.fail({ kind: 'delay', ms: 200 });
    const first = build(rendering);
    await expect.poll(() => written(first)).toBeGreaterThanOrEqual(200);
    first.child.kill('SIGKILL');
    expect(await first.end).toBe('SIGKILL');
    await cms.fail(null);
    await cms.clearLog();
  }

  test('killed: the next one reads what is missing, and nothing twice', async () => {
    newSite();
    await killed();
    const second = build();
    const file = await taken(second);
    expect(idsIn(file)).toHaveLength(POSTS);
    expect(new Set(idsIn(file)).size).toBe(POSTS);
    expect(idsIn(file).every((id) => file.item(id)?.content?.includes('Timber'))).toBe(true);
    expect(overIn(second)).toBeGreaterThanOrEqual(companion ? 200 : 100);
    expect(await asked('SnapshotPosts')).toBe((POSTS - overIn(second)) / 100);
    // The snapshot of the killed build is deleted.
    expect(readdirSync(snapshots())).toEqual([String(second.pid)]);
  });

  test('killed twice: the third goes on with what both have read', async () => {
    newSite();
    await killed();
    await cms.fail({ kind: 'delay', ms: 200 });
    const second = build();
    await expect.poll(() => written(second)).toBeGreaterThanOrEqual(300);
    second.child.kill('SIGKILL');
    await second.end;
    await cms.fail(null);
    const third = build();
    expect(new Set(idsIn(await taken(third))).size).toBe(POSTS);
    expect(overIn(third)).toBeGreaterThanOrEqual(companion ? 300 : 200);
  });

  test('meanwhile a post was written, one changed, one deleted: all of it shows, the others are not read again', async () => {
    newSite();
    await killed();
    const [changed, deleted, added] = await cms.php<number[]>(`
      $ids = get_posts( [ 'numberposts' => 3, 'fields' => 'ids' ] );
      wp_update_post( [ 'ID' => $ids[1], 'post_content' => 'Other words' ] );
      wp_delete_post( $ids[2], true );
      echo json_encode( [ $ids[1], $ids[2], wp_insert_post( [ 'post_title' => 'New', 'post_content' => 'Now', 'post_status' => 'publish' ] ) ] );`);
    const second = build();
    const file = await taken(second);
    expect(file.item(changed ?? 0)?.content).toContain('Other words');
    expect(file.item(added ?? 0)?.content).toContain('Now');
    expect(file.item(deleted ?? 0)).toBeUndefined();
    expect(new Set(idsIn(file)).size).toBe(POSTS);
    // A cursor's pages move when an item comes; the index says item by item what is true.
    if (companion) expect(overIn(second)).toBeGreaterThanOrEqual(198);
    await cms.php(
      `wp_delete_post( ${added}, true ); wp_insert_post( [ 'post_title' => 'Again', 'post_content' => 'Timber', 'post_status' => 'publish' ] );`,
    );
  });

  test('an outage in the middle: it says so, and the next one goes on', async () => {
    newSite();
    await cms.clearLog();
    await cms.fail({ kind: 'delay', ms: 200 });
    const first = build();
    await expect.poll(() => written(first)).toBeGreaterThanOrEqual(200);
    await cms.fail({ kind: 'status', status: 500 });
    expect(await first.end).toBe(1);
    expect(first.output()).toContain('the next build goes on from there');
    await cms.fail(null);
    const second = build();
    expect(new Set(idsIn(await taken(second))).size).toBe(POSTS);
    expect(overIn(second)).toBeGreaterThanOrEqual(companion ? 200 : 100);
  });

  test('a build that fails after it has read everything: the next one reads everything again', async () => {
    newSite();
    const first = build({}, 'fails');
    expect([await first.end, first.output()]).toEqual([1, expect.stringContaining('A template throws')]);
    // None of it changes a modification time, and no row of the index says it.
    const before = await cms.php<{ id: number; term: number; name: string; author: string }>(`
      $id = (int) get_posts( [ 'numberposts' => 1, 'fields' => 'ids' ] )[0];
      $term = get_the_category( $id )[0];
      $author = get_userdata( get_post( $id )->post_author );
      wp_update_term( $term->term_id, 'category', [ 'name' => 'Renamed' ] );
      wp_update_user( [ 'ID' => $author->ID, 'display_name' => 'Somebody Else' ] );
      echo json_encode( [ 'id' => $id, 'term' => $term->term_id, 'name' => $term->name, 'author' => $author->display_name ] );`);
    await cms.clearLog();
    const second = build();
    const post = (await taken(second)).item(before.id);
    expect([post?.author?.node?.name, post?.categories?.nodes.map((node) => node?.name)]).toEqual([
      'Somebody Else',
      ['Renamed'],
    ]);
    expect([overIn(second), await asked('SnapshotPosts')]).toEqual([0, POSTS / 100]);
    expect(readdirSync(snapshots())).toEqual([String(second.pid)]);
    await cms.php(`
      wp_update_term( ${before.term}, 'category', [ 'name' => ${JSON.stringify(before.name)} ] );
      wp_update_user( [ 'ID' => get_post( ${before.id} )->post_author, 'display_name' => ${JSON.stringify(before.author)} ] );`);
  });

  test('what is older than five minutes, of a build that ended well, or of an older version is read again', async () => {
    newSite();
    await killed();
    const [left = ''] = readdirSync(snapshots());
    const long = new Date(Date.now() - 6 * 60_000);
    utimesSync(path.join(snapshots(), left, 'content.jsonl'), long, long);
    writeFileSync(path.join(snapshots(), 'snapshot.json'), '{"pid":1,"snapshot":{}}');
    mkdirSync(path.join(snapshots(), 'parts'));
    writeFileSync(path.join(snapshots(), 'parts/posts-0.json'), '{}');
    const second = build();
    await taken(second);
    expect(overIn(second)).toBe(0);
    expect(readdirSync(snapshots())).toEqual([String(second.pid)]);
    const third = build();
    await taken(third);
    expect(overIn(third)).toBe(0);
  });

  test('two at once take nothing from each other', async () => {
    newSite();
    await cms.fail({ kind: 'delay', ms: 500 });
    const first = build();
    await expect.poll(() => written(first)).toBeGreaterThanOrEqual(100);
    const both = [first, build()];
    const files = await Promise.all(both.map(taken));
    expect(files.map((file) => new Set(idsIn(file)).size)).toEqual([POSTS, POSTS]);
    expect(both.map(overIn)).toEqual([0, 0]);
  });

  test('prerender.newest reads the contents of the newest alone, generateStaticParams: false none', async () => {
    newSite();
    const posts = {
      strategy: 'isr',
      revalidate: false,
      generateStaticParams: true,
      prerender: { newest: 150 },
    };
    await cms.clearLog();
    const file = await taken(build({ posts }));
    const newest = await cms.php<number[]>(
      `echo json_encode( get_posts( [ 'numberposts' => 150, 'fields' => 'ids' ] ) );`,
    );
    expect(idsIn(file).sort()).toEqual(newest.sort());
    expect([await asked('SnapshotPosts'), file.snapshot?.whole.post]).toEqual([2, false]);
    await cms.clearLog();
    const none = await taken(build({ posts: { ...posts, generateStaticParams: false } }));
    expect([idsIn(none), await asked('SnapshotPosts')]).toEqual([[], 0]);
    // Their data for lists comes along where an index says which ones those are.
    expect([newest[0], newest[99]].map((id) => none.card(id ?? 0)?.uri !== undefined)).toEqual([
      companion,
      companion,
    ]);
  });

  test('texts of several MB: fewer are asked for at once, and they alone', async () => {
    newSite();
    // By a filter: the test's database takes minutes for them.
    const deactivate = await ownPlugin(
      cms,
      `add_filter( 'the_content', fn( $text ) => str_contains( $text, 'Huge' ) ? str_repeat( 'Long words. ', 250000 ) : $text, 999 );`,
    );
    const ids = await cms.php<number[]>(
      `echo json_encode( array_map( fn( $n ) => wp_insert_post( [ 'post_title' => "Huge $n", 'post_content' => 'Huge', 'post_excerpt' => 'Short', 'post_status' => 'publish' ] ), range( 1, 12 ) ) );`,
    );
    try {
      const file = await taken(build());
      expect(ids.map((id) => (file.item(id)?.content?.length ?? 0) > 2_900_000)).not.toContain(false);
      expect(new Set(idsIn(file)).size).toBe(POSTS + 12);
    } finally {
      await deactivate();
      await cms.php(`foreach ( ${JSON.stringify(ids)} as $id ) wp_delete_post( $id, true );`);
    }
  });

  test('a full disk is named, and what was written stays', async () => {
    newSite();
    Object.assign(process.env, { ...siteEnvironment, NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl });
    vi.resetModules();
    delete (globalThis as unknown as Record<symbol, unknown>)[Symbol.for('headless-site.cms-capabilities')];
    const before = process.cwd();
    process.chdir(folder);
    try {
      const { siteConfig } = await import('../../../src/runtime/config/site');
      const { takeSnapshot } = await import('../../../src/runtime/wordpress/take-snapshot/take');
      const write = fs.writeSync;
      let room = 800_000;
      vi.spyOn(fs, 'writeSync').mockImplementation(((fd: number, bytes: Buffer, ...rest: number[]) => {
        room -= bytes.length;
        if (room < 0)
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
            code: 'ENOSPC',
            syscall: 'write',
          });
        return write(fd, bytes, ...rest);
      }) as never);
      await expect(takeSnapshot(siteConfig)).rejects.toThrow(
        /cannot be written to .next\/cache \(ENOSPC\). Fix: make room/,
      );
    } finally {
      process.chdir(before);
    }
    vi.restoreAllMocks();
    expect(existsSync(path.join(snapshots(), String(process.pid), 'content.jsonl'))).toBe(true);
  });
});
