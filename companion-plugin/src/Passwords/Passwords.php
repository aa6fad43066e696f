<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Passwords;

use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Support\Network;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Decides which posts a password opens.
 */
final class Passwords {

	/**
	 * Whether a post has an address on the site, with or without a password.
	 *
	 * @param mixed $post Anything.
	 * @phpstan-assert-if-true =WP_Post $post
	 */
	public static function is_shown( $post ): bool {
		return $post instanceof WP_Post && 'publish' === $post->post_status && Addresses::is_shown_type( $post->post_type );
	}

	/**
	 * Whether a password opens a post on the site.
	 *
	 * @param mixed $post Anything.
	 * @phpstan-assert-if-true =WP_Post $post
	 */
	public static function opens( $post ): bool {
		return self::is_shown( $post ) && '' !== $post->post_password;
	}

	/** Whether this is the password, to the byte, as for WordPress itself. */
	public static function fits( WP_Post $post, string $password ): bool {
		return hash_equals( $post->post_password, $password );
	}

	/** A text that changes with the password, and does not reveal it. */
	public static function fingerprint( WP_Post $post ): string {
		$site = Network::number();
		return Token::fingerprint( wp_salt() . ( null === $site ? '' : "|$site" ), $post->ID, $post->post_password );
	}
}
