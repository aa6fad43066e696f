<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Comments;

use Exception;

defined( 'ABSPATH' ) || exit;

/**
 * A plugin ended the request: wp_die(), or a redirect to a page of its own. The message is HTML, for the visitor.
 */
final class Stopped extends Exception {
}
