<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Support;

defined( 'ABSPATH' ) || exit;

/**
 * This site among those of a network.
 *
 * The sites of a network share the salts of WordPress, and often the secrets. Their posts have the same ids. A signature about a post
 * therefore names the site, except the first one, whose signatures look like those of a single site.
 */
final class Network {

	/** Number of this site; null for the first one of a network, and outside networks. */
	public static function number(): ?int {
		$number = get_current_blog_id();
		return is_multisite() && 1 !== $number ? $number : null;
	}
}
