import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheFolder } from './cache';
import { layOut } from './installation';
import { phpFolder, runPhp } from './php';
import { startProxy } from './proxy';
import { phpOnPath, versionIn, whyNoWordPress, wordpressFolder, wpgraphqlFolder } from './sources';
import { template } from './template';
import type { StartOptions, WordPress } from './types';
import { startWebServer } from './web-server';

export { promised } from './promise';
export { whyNoWordPress } from './sources';
export type { FailureMode, Inventory, LoggedRequest, Permalinks, StartOptions, WordPress } from './types';

/** As many requests as WordPress handles at the same time. It also calls itself, so one is not enough. */
const workers = 4;

/**
 * Starts a real WordPress with WPGraphQL on a database of its own. The first start on a machine fetches WordPress and fills
 * a template; later ones copy it, which takes about a second.
 * @throws with the reason of `whyNoWordPress` where it cannot be had, and when PHP fails
 */
export async function startWordPress(options: StartOptions = {}): Promise<WordPress> {
  const { version = '6.5', permalinks = '/%postname%/', content = 'nasty', port = 0 } = options;
  const reason = whyNoWordPress(version);
  if (reason) throw new Error(reason);
  mkdirSync(path.join(cacheFolder(), 'opcache'), { recursive: true });
  const from = await template(version, content);
  const folder = mkdtempSync(path.join(tmpdir(), 'create-headless-site-wordpress-'));
  const proxy = await startProxy({ port, workers });
  const url = `http://127.0.0.1:${proxy.port}`;
  const installation = { folder, url };
  const run = (file: string, how: Parameters<typeof runPhp>[2] = {}) =>
    runPhp(installation, path.join(phpFolder, file), how);

  try {
    layOut(folder, version, from);
    await run('start.php', { env: { WP_TEST_PERMALINKS: permalinks } });
    const server = await startWebServer(installation, workers);
    proxy.passTo(server.port);
    return {
      url,
      graphqlUrl: `${url}/graphql`,
      versions: {
        wordpress: versionIn(wordpressFolder(version)),
        wpgraphql: versionIn(wpgraphqlFolder() ?? ''),
        php: phpOnPath().version,
      },
      administrator: { name: 'admin', password: 'password' },
      inventory: async () => JSON.parse(await run('inventory.php')),
      async php(code) {
        const output = await run('run.php', { input: code });
        return output === '' ? undefined : JSON.parse(output);
      },
      log: async () => proxy.log.read(),
      clearLog: async () => proxy.log.clear(),
      fail: (mode) => proxy.fail(mode),
      phpErrors: server.errors,
      async stop() {
        proxy.stop();
        await server.stop();
      },
    };
  } catch (error) {
    proxy.stop();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
