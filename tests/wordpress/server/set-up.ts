import { addCompanion, addPlugin, layOut, writeConstants } from './installation';
import type { Installation, PhpInput } from './php';
import { fetchSources, install, template } from './template';
import type { Constants, StartOptions } from './types';

/**
 * Makes a WordPress of an empty folder, all but its web server.
 * @param run runs a file of ../wordpress in it
 * @param fixed constants that hold whatever a test defines
 * @returns the function `define` of the WordPress
 */
export async function setUp(
  { folder }: Installation,
  run: (file: string, how: PhpInput) => Promise<string>,
  options: StartOptions,
  fixed: Constants,
): Promise<(constants: Constants) => void> {
  const { version = '6.5', permalinks = '/%postname%/', content = 'nasty', database = 'sqlite' } = options;
  const defineOnly = (constants: Constants) => writeConstants(folder, { ...constants, ...fixed });

  if (database === 'sqlite') layOut(folder, version, await template(version, content));
  else {
    await fetchSources(version);
    layOut(folder, version, undefined, database);
    defineOnly({});
    await install(folder, content);
  }
  for (const plugin of options.plugins ?? []) addPlugin(folder, plugin);
  await run('start.php', { env: { WP_TEST_PERMALINKS: permalinks } });

  const network = options.multisite ? JSON.parse(await run('network.php', {})) : {};
  const debug = { WP_DEBUG: Boolean(options.companion) };
  const define = (constants: Constants) => defineOnly({ ...debug, ...constants, ...network });
  define(options.constants ?? {});
  if (options.companion) {
    addCompanion(folder);
    await run('activate.php', { env: { WP_TEST_COMPANION: String(options.companion) } });
  }
  return define;
}
