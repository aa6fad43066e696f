import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whyNoWordPress } from '../server';
import { changes, plugin } from './admin-site';
import { type Connected, complaints, configure, connect, delivered } from './site';
import { type CliResult, whyNoWpCli, wp, wpCli } from './wp-cli';

const reason = whyNoWordPress() ?? whyNoWpCli();
const suite = (name: string) => `${name}${reason ? ` (${reason})` : ''}`;

const secret = 'MARKER-revalidation-of-cli';
const preview = 'MARKER-preview-secret-of-cli';

describe.skipIf(reason)(suite('wp companion'), () => {
  let site: Connected;
  let folder: string;
  /** Everything that was printed, for the search for secrets. */
  const printed: string[] = [];
  const run = async (...args: string[]): Promise<CliResult> => {
    const result = await wp(site.wordpress, ['companion', ...args], input);
    printed.push(result.stdout, result.stderr);
    return result;
  };
  let input = '';
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'companion-cli-'));
    await wpCli.fetch();
    site = await connect();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await site?.stop();
  });
  beforeEach(async () => {
    input = '';
    site.receiver.behave({ secret });
    await site.wordpress.php(`${configure(site.receiver.url)}
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${secret}', 'previewSecret' => '${preview}' ], false );
      delete_option( 'companion_deliveries' ); global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" );`);
    site.receiver.clear();
  });
  afterEach(() => expect(complaints(site.wordpress)).toBe(''));

  const stored = () =>
    site.wordpress.php<[Record<string, unknown>, Record<string, string>]>(
      `echo json_encode( [ get_option( 'companion_settings' ), get_option( 'companion_secrets' ) ] );`,
    );
  const file = (content: unknown) => {
    const name = path.join(folder, 'companion-settings.json');
    writeFileSync(name, typeof content === 'string' ? content : JSON.stringify(content));
    return name;
  };
  const whole = () => ({
    version: 1,
    serviceUrl: site.receiver.url,
    revalidationSecret: secret,
    previewSecret: preview,
    webhooksEnabled: true,
    previewEnabled: true,
    previewMode: 'plain',
  });

  it('says what it can do', async () => {
    const { stdout } = await run();
    for (const name of ['deliver', 'import-settings', 'refresh', 'replay', 'status'])
      expect(stdout).toContain(name);
  });

  describe('status', () => {
    it('prints a table, and ends with 0 when connected', async () => {
      const { code, stdout, stderr } = await run('status');
      expect([code, stderr]).toEqual([0, '']);
      const rows = Object.fromEntries(stdout.split('\n').map((line) => line.split('\t')));
      expect(rows).toMatchObject({
        site: site.receiver.url,
        status: 'connected',
        'secret accepted': 'yes',
        circuit: 'closed',
        waiting: '0',
        'last delivery': 'unknown',
        WordPress: site.wordpress.versions.wordpress,
      });
    });
    it('prints JSON with the answers of the REST routes', async () => {
      const { code, stdout } = await run('status', '--format=json');
      const json = JSON.parse(stdout);
      expect([code, Object.keys(json)]).toEqual([0, ['serviceUrl', 'connection', 'stats']]);
      expect(json.connection).toMatchObject({ status: 'connected', cached: false });
      expect(json.stats.versions.wpgraphql).toBe(site.wordpress.versions.wpgraphql);
    });
    it('ends with 1 when disconnected, and says what to do', async () => {
      site.receiver.behave({ status: 401 });
      const table = await run('status');
      expect([table.code, table.stdout]).toEqual([1, expect.stringContaining('disconnected')]);
      expect(table.stderr).toContain(
        'Warning: The site refuses the revalidation secret. (HTTP 401) Give WordPress',
      );
      const json = await run('status', '--format=json');
      expect([json.code, JSON.parse(json.stdout).connection.problem]).toEqual([1, 'unauthorized']);
    });
    it('ends with 1 when nothing is set', async () => {
      await site.wordpress.php(
        `delete_option( 'companion_settings' ); delete_option( 'companion_secrets' );`,
      );
      const { code, stdout } = await run('status');
      expect([code, stdout]).toEqual([1, expect.stringMatching(/site\tunknown\n.*disconnected/)]);
    });
  });

  describe('import-settings', () => {
    beforeEach(() =>
      site.wordpress.php(`delete_option( 'companion_settings' ); delete_option( 'companion_secrets' );`),
    );
    it('reads a file, checks the connection, and says to delete the file', async () => {
      const { code, stdout } = await run('import-settings', file(whole()));
      expect([code, stdout]).toEqual([0, expect.stringContaining('Success: Settings imported. Delete')]);
      expect(stdout).toContain('connected: The site answers and accepts the secret.');
      expect(await stored()).toEqual([
        expect.objectContaining({ serviceUrl: site.receiver.url, previewMode: 'plain' }),
        { revalidationSecret: secret, previewSecret: preview },
      ]);
    });
    it('reads standard input', async () => {
      input = `﻿${JSON.stringify(whole())}\n`;
      expect((await run('import-settings', '-')).code).toBe(0);
      expect((await stored())[1]).toEqual({ revalidationSecret: secret, previewSecret: preview });
    });
    it('imports also when the site is not there yet, and says so', async () => {
      await site.receiver.refuse();
      const { code, stdout } = await run('import-settings', file(whole()));
      await site.receiver.listen();
      expect([code, stdout]).toEqual([0, expect.stringContaining('disconnected: The site does not answer.')]);
    });
    const wrong: Record<string, [unknown, string]> = {
      'no JSON': ['{', 'Error: Nothing was imported. This is not JSON.'],
      'a short secret': [{ ...{ previewSecret: 'MARKERshort' } }, 'previewSecret must have at least 16'],
      'a wrong address': [{ serviceUrl: 'http://169.254.169.254' }, 'link-local'],
    };
    it.each(Object.entries(wrong))(
      'refuses %s: 1, why, and nothing is stored',
      async (_what, [change, why]) => {
        const name = file(typeof change === 'string' ? change : { ...whole(), ...(change as object) });
        const { code, stderr } = await run('import-settings', name);
        expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
        expect(await stored()).toEqual([false, false]);
      },
    );
    it('says when the file is not there, or none is named', async () => {
      const { code, stderr } = await run('import-settings', '/no/such/file.json');
      expect([code, stderr]).toEqual([1, 'Error: The file /no/such/file.json cannot be read.']);
      expect((await run('import-settings')).code).toBe(1);
    });
  });

  describe('deliver', () => {
    it('delivers what is due', async () => {
      await site.wordpress.php(`${plugin}->outbox->add( ${changes('/due')} );`);
      const { code, stdout } = await run('deliver');
      expect([code, stdout]).toEqual([0, 'Success: Requests: 1. Paths delivered: 1. Failed: 0.']);
      expect(site.receiver.paths()).toEqual(new Set(['/due']));
      expect((await run('deliver')).stdout).toBe('Success: Requests: 0. Paths delivered: 0. Failed: 0.');
    });
    it('ends with 1 when a delivery fails; the change stays', async () => {
      await site.wordpress.php(`${plugin}->outbox->add( ${changes('/kept')} );`);
      site.receiver.behave({ status: 503 });
      const { code, stderr } = await run('deliver');
      expect([code, stderr]).toEqual([
        1,
        'Error: Requests: 1. Paths delivered: 0. Failed: 1. Waiting for the next attempt: 1.',
      ]);
      // Nothing is due now: that is no failure.
      site.receiver.behave({});
      const later = await run('deliver');
      expect([later.code, later.stdout]).toEqual([
        0,
        expect.stringContaining('Waiting for the next attempt: 1.'),
      ]);
    });
  });

  describe('refresh --all', () => {
    it('tells the site to refresh everything', async () => {
      const { code, stdout } = await run('refresh', '--all');
      expect([code, stdout]).toEqual([0, 'Success: Requests: 1. Paths delivered: 1. Failed: 0.']);
      expect(delivered(site.receiver)).toEqual({ '/*': null });
    });
    it('has to be said in full', async () => {
      const { code, stderr } = await run('refresh');
      expect([code, stderr]).toEqual([1, expect.stringContaining('wp companion refresh --all')]);
      expect(site.receiver.requests).toEqual([]);
    });
    it('ends with 1 where the site cannot be told; it waits', async () => {
      site.receiver.behave({ status: 500 });
      expect((await run('refresh', '--all')).code).toBe(1);
      expect(
        await site.wordpress.php(`echo json_encode( ${plugin}->queue_stats->counts()['pending'] );`),
      ).toBe(1);
    });
    it('with webhooks switched off: said as soon as they are on', async () => {
      await site.wordpress.php(`${plugin}->settings->update( [ 'webhooksEnabled' => false ] );`);
      const { code, stderr } = await run('refresh', '--all');
      expect([code, stderr]).toEqual([1, expect.stringContaining('Webhooks are switched off')]);
      await site.wordpress.php(`${plugin}->settings->update( [ 'webhooksEnabled' => true ] );`);
      await run('deliver');
      expect(site.receiver.paths()).toEqual(new Set(['/*']));
    });
  });

  describe('replay', () => {
    const give = (path: string) =>
      site.wordpress.php<number>(
        `${plugin}->outbox->put_aside( ${changes(path)}, 500, '' ); echo json_encode( ${plugin}->queue_stats->failed()[0]['id'] );`,
      );
    const failed = () =>
      site.wordpress.php<number>(`echo json_encode( ${plugin}->queue_stats->counts()['failed'] );`);
    it('puts one back, or all', async () => {
      await give('/one');
      const two = await give('/two');
      await give('/three');
      expect((await run('replay', String(two))).stdout).toBe('Success: 1 change is back in the queue.');
      expect(await failed()).toBe(2);
      expect((await run('replay')).stdout).toBe('Success: 2 changes are back in the queue.');
      expect((await run('replay')).stdout).toBe('Success: 0 changes are back in the queue.');
      await run('deliver');
      expect([...site.receiver.paths()].sort()).toEqual(['/one', '/three', '/two']);
    });
    it('ends with 1 for what is not there, or is no number', async () => {
      await give('/one');
      const said: [number, string][] = [];
      for (const id of ['99999', '0', '-1', 'x', "1' OR '1'='1"]) {
        const { code, stderr } = await run('replay', id);
        said.push([code, stderr]);
      }
      expect(said).toEqual([
        [1, 'Error: No undelivered change has the id 99999.'],
        ...Array(4).fill([1, 'Error: The id must be a number.']),
      ]);
      expect(await failed()).toBe(1);
    });
  });

  it('never prints a secret', () => {
    expect(printed.length).toBeGreaterThan(30);
    expect(printed.filter((text) => text.includes('MARKER'))).toEqual([]);
  });
});
