import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { fieldsOf, post, textOf } from './forms';
import { logEverybodyIn, type People } from './people';
import type { Visit } from './session';
import { type Connected, complaints, configure, connect } from './site';

export const dashboard = '/wp-admin/admin.php?page=companion-dashboard';
export const activity = '/wp-admin/admin.php?page=companion-activity';
export const settings = '/wp-admin/admin.php?page=companion-settings';
/** PHP: the plugin of this request. */
export const plugin = 'HeadlessSiteCompanion\\Plugin::instance()';
/** PHP: makes the functions for activating plugins known. */
export const plugins = `require_once ABSPATH . 'wp-admin/includes/plugin.php';`;
/** PHP: one changed path, as the outbox keeps it. */
export const changes = (path: string) =>
  `( function () { $c = new HeadlessSiteCompanion\\Revalidation\\Changes(); $c->add( '${path}' ); return $c; } )()`;

/** Actions of a test in the admin area of a WordPress that is connected with a receiver. */
export interface AdminSite {
  readonly site: Connected;
  readonly people: People;
  /** The administrator. */
  readonly admin: Visit;
  html(page: string, visit?: Visit): Promise<string>;
  /** Text of a page, read by `textOf`. */
  text(page: string, visit?: Visit): Promise<string>;
  /** Runs PHP. */
  put<T>(code: string): Promise<T>;
  /** The options of the settings and of the secrets. */
  stored(): Promise<[Record<string, unknown>, Record<string, string>]>;
  /** How WordPress keeps the option of the secrets. */
  secretsAutoload(): Promise<{ loaded: boolean; autoload: string }>;
  /** Counts of the outbox. */
  counts(): Promise<{ pending: number; failed: number }>;
  /** Writes into the activity log; `context` is PHP. */
  log(type: string, message: string, context?: string): Promise<void>;
  /** Presses a button, and reads the page that comes then. */
  press(page: string, action: string, change?: Record<string, string>): Promise<string>;
}

/**
 * Starts it for the tests of a file. Each begins connected, with an empty queue, history and log, and must leave PHP without
 * a complaint.
 */
export function adminSite(): AdminSite {
  let site: Connected;
  let people: People;
  beforeAll(async () => {
    site = await connect();
    people = await logEverybodyIn(site.wordpress);
  });
  afterAll(() => site?.stop());
  beforeEach(async () => {
    site.receiver.behave({});
    await site.wordpress.php(`${configure(site.receiver.url)} delete_option( 'companion_deliveries' );
      global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_outbox" ); $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_activity" );`);
    site.receiver.clear();
  });
  afterEach(() => expect(complaints(site.wordpress)).toBe(''));

  const put = <T>(code: string) => site.wordpress.php<T>(code);
  const html = async (page: string, visit = people.administrator) => (await visit(page)).text();
  return {
    get site() {
      return site;
    },
    get people() {
      return people;
    },
    get admin() {
      return people.administrator;
    },
    html,
    text: async (page, visit) => textOf(await html(page, visit)),
    put,
    stored: () =>
      put(`echo json_encode( [ get_option( 'companion_settings' ), get_option( 'companion_secrets' ) ] );`),
    secretsAutoload: () =>
      put(`global $wpdb; echo json_encode( [ 'loaded' => array_key_exists( 'companion_secrets', wp_load_alloptions( true ) ),
        'autoload' => $wpdb->get_var( "SELECT autoload FROM $wpdb->options WHERE option_name = 'companion_secrets'" ) ] );`),
    counts: () => put(`echo json_encode( ${plugin}->queue_stats->counts() );`),
    log(type, message, context = '[]') {
      // Encoded, so that no message is read as PHP.
      const code = Buffer.from(message).toString('base64');
      return put(`${plugin}->log->add( '${type}', base64_decode( '${code}' ), ${context} );`);
    },
    async press(page, action, change = {}) {
      const fields = await fieldsOf(people.administrator, page, action);
      for (const [name, value] of Object.entries(change)) fields.set(name, value);
      const answer = await post(people.administrator, fields);
      expect([action, answer.status]).toEqual([action, 302]);
      return html(answer.headers.get('location') ?? '');
    },
  };
}
