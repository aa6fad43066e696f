import { type StartOptions, startWordPress, type WordPress } from '../server';
import { type Behaviour, type Receiver, startReceiver } from './receiver';

export const revalidationSecret = 'r3v4l1d4t3-of-the-plugin-tests';
export const previewSecret = 'pr3v13w-of-the-plugin-tests';

/** The plugin's report by path: an event, or null where it said none. */
export type Delivered = Record<string, string | null>;

export interface Connected {
  wordpress: WordPress;
  receiver: Receiver;
  /**
   * Changes something, delivers as WP-Cron would, and collects what arrived.
   * @param code PHP, run inside WordPress as the administrator, in a request of its own
   */
  after(code: string): Promise<Delivered>;
  stop(): Promise<void>;
}

/** A WordPress with the plugin, connected with a receiver that stands for the site. */
export async function connect(options: StartOptions = {}, behaviour: Behaviour = {}): Promise<Connected> {
  const receiver = await startReceiver({ secret: revalidationSecret, ...behaviour });
  const wordpress = await startWordPress({ content: 'empty', companion: true, ...options });
  await wordpress.php(configure(receiver.url));
  const settle = () => wordpress.cron('companion_tick');
  await settle();
  receiver.clear();
  return {
    wordpress,
    receiver,
    async after(code) {
      receiver.clear();
      await wordpress.php(code);
      await settle();
      return delivered(receiver);
    },
    async stop() {
      await wordpress.stop();
      await receiver.stop();
    },
  };
}

/** PHP that connects the plugin with a site. */
export const configure = (url: string) => `
  update_option( 'companion_settings', [ 'serviceUrl' => '${url}', 'webhooksEnabled' => true, 'previewEnabled' => true ] );
  update_option( 'companion_secrets', [ 'revalidationSecret' => '${revalidationSecret}', 'previewSecret' => '${previewSecret}' ], false );
  delete_option( 'companion_given_away' );
  do_action( 'companion_connection_changed' );`;

/** All paths that arrived and were taken, with their events. */
export function delivered(receiver: Receiver): Delivered {
  const found: Delivered = {};
  for (const { path, status, json } of receiver.requests) {
    if (path !== '/api/revalidate' || status !== 200) continue;
    for (const changed of json.paths) found[changed] = json.events?.[changed] ?? null;
  }
  return found;
}

const expected =
  /WordPress could not establish a secure connection|database is locked|ltrim\(\): Passing null .*formatting\.php/;

/**
 * Complaints of PHP, without the news that WordPress cannot reach wordpress.org from here, and without SQLite's "database
 * is locked" where two requests write at once: MariaDB, which sites have, waits instead. WordPress's page for application
 * passwords cleans an address to go back to where nobody gave one.
 */
export const complaints = (wordpress: WordPress): string =>
  wordpress
    .phpErrors()
    .split(/^(?=\[\d\d-[A-Z][a-z]{2}-\d{4} )/m)
    .filter((entry) => !expected.test(entry))
    .join('')
    .trim();
