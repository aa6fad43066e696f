import { activatePlugin } from './plugins';
import type { WordPress } from './types';

/** Advanced Custom Fields, and "WPGraphQL for ACF". */
export const acfPlugins = ['advanced-custom-fields', 'wp-graphql-acf'];

/** The source of "WPGraphQL for ACF" comes without Composer's autoloader; a release has it. */
const loader = `<?php
/* Plugin Name: Autoloader of WPGraphQL for ACF */
if ( is_file( WP_PLUGIN_DIR . '/wp-graphql-acf/vendor/autoload.php' ) ) { return; }
spl_autoload_register( function ( $name ) {
  $file = WP_PLUGIN_DIR . '/wp-graphql-acf/src/' . strtr( substr( $name, 14 ), '\\\\', '/' ) . '.php';
  if ( 0 === strpos( $name, 'WPGraphQL\\\\Acf' ) && is_file( $file ) ) { require_once $file; }
} );
require_once WP_PLUGIN_DIR . '/wp-graphql-acf/access-functions.php';`;

/** Activates both, in a WordPress that was started with them. */
export async function activateAcf(wordpress: WordPress): Promise<void> {
  await activatePlugin(wordpress, 'acf-loader.php', loader);
  for (const file of ['advanced-custom-fields/acf.php', 'wp-graphql-acf/wpgraphql-acf.php'])
    await activatePlugin(wordpress, file);
}
