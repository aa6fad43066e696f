import type { WordPress } from './types';

/**
 * Activates a plugin.
 * @param file as WordPress names it
 * @param code of a plugin in one file, which is put there first
 * @throws {Error} with WordPress's words where it cannot
 */
export async function activatePlugin(wordpress: WordPress, file: string, code?: string): Promise<void> {
  const encoded = code && Buffer.from(code).toString('base64');
  await wordpress.php(`${encoded ? `file_put_contents( WP_PLUGIN_DIR . '/${file}', base64_decode( '${encoded}' ) );` : ''}
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    $failed = activate_plugin( '${file}' );
    if ( is_wp_error( $failed ) ) { throw new Exception( '${file}: ' . $failed->get_error_message() ); }`);
}
