import type { WordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { logIn, type Visit, visitor } from './session';

/** Users who try to get in: nobody, two roles that may not, and the administrator. */
export interface People {
  anonymous: Visit;
  subscriber: Visit;
  editor: Visit;
  administrator: Visit;
}

/** Logs all of them in; those who lack are made. */
export async function logEverybodyIn(wordpress: WordPress): Promise<People> {
  await wordpress.php(`foreach ( [ 'subscriber', 'editor' ] as $role ) {
    if ( ! username_exists( $role ) ) { wp_insert_user( [ 'user_login' => $role, 'user_pass' => 'password', 'user_email' => "$role@example.com", 'role' => $role ] ); }
  }`);
  const user = (name: string) => logIn(wordpress, { name, password: 'password' });
  return {
    anonymous: visitor(wordpress),
    subscriber: await user('subscriber'),
    editor: await user('editor'),
    administrator: await logIn(wordpress),
  };
}

/** A nonce for REST, from WordPress itself. */
export async function restNonce(visit: Visit): Promise<string> {
  const answer = await visit('/wp-admin/admin-ajax.php?action=rest-nonce');
  return answer.text();
}

/** WordPress makes nonces for whoever is logged in; this tells them, until `end`. */
export async function nonces(wordpress: WordPress) {
  const end = await ownPlugin(
    wordpress,
    `add_action( 'wp_ajax_test_nonce', function () { exit( wp_create_nonce( $_GET['for'] ) ); } );`,
  );
  return {
    end,
    async of(visit: Visit, action: string): Promise<string> {
      const answer = await visit(`/wp-admin/admin-ajax.php?action=test_nonce&for=${action}`);
      return answer.text();
    },
  };
}
