import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../support/patience';
import { cacheFolder } from './cache';
import { debianFolder } from './debian';
import { startFpm } from './fpm';
import { startMariadb } from './mariadb';
import { type PhpInput, phpFolder } from './php';
import { startPhp } from './php-forks';
import { startProxy } from './proxy';
import { setUp } from './set-up';
import { phpOnPath, versionIn, whyNoWordPress, wordpressFolder, wpgraphqlFolder } from './sources';
import type { StartOptions, WordPress } from './types';
import { startWebServer } from './web-server';

export { whyNoFpm } from './fpm';
export { whyNoMariadb } from './mariadb';
export { promised } from './promise';
export { whyNoPlugin, whyNoWordPress } from './sources';
export type {
  Constants,
  Database,
  FailureMode,
  Inventory,
  LoggedRequest,
  Permalinks,
  StartOptions,
  Version,
  WordPress,
} from './types';

/** Number of requests that WordPress handles at the same time. It also calls itself, so one is not enough. */
const workers = 4;

/**
 * Starts a real WordPress with WPGraphQL on a database of its own. The first start on a machine fetches WordPress and fills
 * a template; later ones copy it, which takes about a second.
 * @throws with the reason of `whyNoWordPress` where it cannot be had, and when PHP fails
 */
export async function startWordPress(options: StartOptions = {}): Promise<WordPress> {
  const { version = '6.5', port = 0 } = options;
  const reason = whyNoWordPress(version);
  if (reason) throw new Error(reason);
  mkdirSync(path.join(cacheFolder(), 'opcache'), { recursive: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'create-headless-site-wordpress-'));
  const proxy = await startProxy({ port, workers });
  const url = `http://127.0.0.1:${proxy.port}`;
  const installation = { folder, url };
  const database = options.database === 'mariadb' ? await startMariadb() : null;
  const forks = startPhp(installation);
  const run = (file: string, how?: PhpInput) => forks.run(path.join(phpFolder, file), how);
  let cronRuns = 0;

  try {
    const define = await setUp(installation, run, options, database?.constants ?? {});
    const php: WordPress['php'] = async (code, site = '/') => {
      const output = await run('run.php', { input: code, env: { WP_TEST_SITE: site } });
      return output === '' ? undefined : JSON.parse(output);
    };
    const server = await (options.server === 'fpm' ? startFpm : startWebServer)(installation, workers);
    proxy.passTo(server.port);
    return {
      url,
      graphqlUrl: `${url}/graphql`,
      versions: {
        wordpress: versionIn(wordpressFolder(version)),
        wpgraphql: versionIn(wpgraphqlFolder),
        php: phpOnPath().version,
      },
      administrator: { name: 'admin', password: 'password' },
      inventory: async () => JSON.parse(await run('inventory.php')),
      php,
      define,
      async cron(due = '', site = '/') {
        const number = cronRuns++;
        const { status } = await fetch(`${url}${site}wp-cron.php?test_due=${due}&test_run=${number}`);
        if (status !== 200) throw new Error(`wp-cron.php answered ${status}:\n${server.errors()}`);
        for (let wait = 0; !existsSync(path.join(folder, `.cron-${number}`)); wait++) {
          if (wait * 20 > patience) throw new Error('wp-cron.php did not end');
          await sleep(20);
        }
      },
      moveClock: async (seconds) => writeFileSync(path.join(folder, '.clock'), String(seconds)),
      log: async () => proxy.log.read(),
      clearLog: async () => proxy.log.clear(),
      async untilQuiet() {
        while (proxy.log.quietMs < 2_000) await sleep(100);
      },
      fail: (mode) => proxy.fail(mode),
      phpErrors: () => withoutOldNews(server.errors()),
      async stop() {
        proxy.stop();
        await forks.stop();
        await server.stop();
        await database?.stop();
      },
    };
  } catch (error) {
    proxy.stop();
    await forks.stop();
    rmSync(folder, { recursive: true, force: true });
    await database?.stop();
    throw error;
  }
}

/** WordPress 6.1 is older than PHP 8.2, which says so of its code. */
function withoutOldNews(errors: string): string {
  const old = (line: string) => line.includes('PHP Deprecated: ') && line.includes(` in ${debianFolder}/`);
  return errors
    .split('\n')
    .filter((line) => !old(line))
    .join('\n');
}
