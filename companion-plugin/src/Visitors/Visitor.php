<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Visitors;

use HeadlessSiteCompanion\Support\Text;

defined( 'ABSPATH' ) || exit;

/**
 * Sender of something that came through the site.
 *
 * WordPress and its plugins read the visitor from PHP's server variables: for flood checks, blocklists, spam services and the
 * texts of mails. So these are the visitor's, and not the site's, while something is taken.
 */
final class Visitor {

	/** 32 hexadecimal digits; the same again where the site repeats a request that it had no answer to. */
	public string $id;

	/** IP address that the site sees; empty where it does not know. */
	public string $ip;

	/** Name of the browser. */
	public string $agent;

	/** Path on the site from which it was sent. */
	public string $page;

	public function __construct( string $id, string $ip, string $agent, string $page ) {
		$this->id    = $id;
		$this->ip    = $ip;
		$this->agent = $agent;
		$this->page  = $page;
	}

	/**
	 * Does something as this visitor: anonymous, because the site's own `Authorization` may be a user's.
	 *
	 * @template T
	 * @param callable(): T $action May throw.
	 * @return T
	 */
	public function during( callable $action ) {
		$before = $_SERVER;
		$user   = get_current_user_id();
		wp_set_current_user( 0 );
		$_SERVER['REMOTE_ADDR']     = filter_var( $this->ip, FILTER_VALIDATE_IP ) ? $this->ip : '0.0.0.0';
		$_SERVER['HTTP_USER_AGENT'] = Text::cut( $this->agent, 250 );
		$_SERVER['HTTP_REFERER']    = home_url( '/' . ltrim( $this->page, '/' ) );
		foreach ( [ 'HTTP_X_FORWARDED_FOR', 'HTTP_X_REAL_IP', 'HTTP_CLIENT_IP', 'HTTP_CF_CONNECTING_IP' ] as $name ) {
			unset( $_SERVER[ $name ] );
		}
		try {
			return $action();
		} finally {
			$_SERVER = $before;
			wp_set_current_user( $user );
		}
	}
}
