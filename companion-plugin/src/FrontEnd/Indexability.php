<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\FrontEnd;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Whether search engines can find the site.
 *
 * Looks at the site as a crawler does: a staging site, one behind a password and one that says noindex must not take the
 * place of pages that people find today. Looks only where somebody has asked for noindex, after each check of the connection
 * and once an hour; what was found counts for the address at which it was found.
 */
final class Indexability implements Module {

	/** Option with the address (`url`), the answer (`found`) and when it was given (`at`, unix seconds). */
	private const OPTION = 'companion_findable';

	/** Seconds for which an answer counts as new. */
	private const NEW_SECONDS = HOUR_IN_SECONDS;

	/** Seconds to wait for an answer. */
	private const TIMEOUT = 5;

	/** Bytes of a page that are read: robots tags stand in its head. */
	private const MAX_ANSWER = 262144;

	private Settings $settings;
	private Clock $clock;

	public function __construct( Settings $settings, Clock $clock ) {
		$this->settings = $settings;
		$this->clock    = $clock;
	}

	public function register(): void {
		Hooks::action( 'companion_connection_checked', [ $this, 'look' ], 10, 0 );
		Hooks::action( Lifecycle::TICK, [ $this, 'look_again' ], 20, 0 );
	}

	/** Whether the site was found public and open to search engines. */
	public function is_found(): bool {
		$known = $this->known();
		return null !== $known && $known['found'];
	}

	/** Looks, unless somebody looked within the last hour. */
	public function look_again(): void {
		$known = $this->known();
		if ( null === $known || abs( $this->clock->now() - $known['at'] ) >= self::NEW_SECONDS ) {
			$this->look();
		}
	}

	/** Looks, where somebody wants to know. A site that does not answer at the moment is what it was. */
	public function look(): void {
		$url = $this->settings->service_url();
		if ( '' === $url || ! $this->settings->noindex() ) {
			return;
		}
		$found = self::is_public( $url ) ? $this->ask( $url ) : false;
		if ( null !== $found ) {
			$at = $this->clock->now();
			update_option( self::OPTION, compact( 'url', 'found', 'at' ), true );
		}
	}

	/**
	 * The last result for the present address.
	 *
	 * @return array{found: bool, at: int}|null Null when nobody has looked.
	 */
	private function known(): ?array {
		$known = get_option( self::OPTION );
		if ( ! is_array( $known ) || ( $known['url'] ?? '' ) !== $this->settings->service_url() ) {
			return null;
		}
		return [
			'found' => ! empty( $known['found'] ),
			'at'    => (int) ( $known['at'] ?? 0 ),
		];
	}

	/**
	 * Asks for robots.txt and the homepage.
	 *
	 * @param string $url URL of the site.
	 * @return bool|null Null where the site does not answer.
	 */
	private function ask( string $url ): ?bool {
		$parts  = wp_parse_url( $url );
		$origin = substr( $url, 0, strlen( $url ) - strlen( $parts['path'] ?? '' ) );
		$robots = self::get( $origin . '/robots.txt' );
		$home   = self::get( $url . '/' );
		if ( $robots['status'] >= 500 || 0 === $robots['status'] || $home['status'] >= 500 || 0 === $home['status'] ) {
			return null;
		}
		return 200 === $home['status'] && ! self::is_closed( $robots['body'], ( $parts['path'] ?? '' ) . '/' ) && ! self::says_noindex( $home );
	}

	/**
	 * Asks for an address.
	 *
	 * @param string $url Complete.
	 * @return array{status: int, robots: string, body: string} Status 0: no answer. `robots`: the header X-Robots-Tag.
	 */
	private static function get( string $url ): array {
		$answer = wp_remote_get(
			$url,
			[
				'timeout'             => self::TIMEOUT,
				'redirection'         => 0,
				'limit_response_size' => self::MAX_ANSWER,
				'user-agent'          => 'HeadlessSiteCompanion/' . COMPANION_VERSION,
			]
		);
		return [
			'status' => (int) wp_remote_retrieve_response_code( $answer ),
			'robots' => implode( ',', (array) wp_remote_retrieve_header( $answer, 'x-robots-tag' ) ),
			'body'   => wp_remote_retrieve_body( $answer ),
		];
	}

	/**
	 * Whether a page takes itself out of search engines.
	 *
	 * @param array{status: int, robots: string, body: string} $page Result of get().
	 */
	public static function says_noindex( array $page ): bool {
		preg_match_all( '/<meta\b(?=[^>]*\bname=["\']?(?:robots|googlebot)\b)[^>]*\bcontent=["\']?([^"\'>]*)/i', $page['body'], $tags );
		return 1 === preg_match( '/\b(?:noindex|none)\b/i', implode( ',', array_merge( [ $page['robots'] ], $tags[1] ) ) );
	}

	/**
	 * Whether robots.txt closes the site to everybody.
	 *
	 * @param string $robots Its text; empty where there is none.
	 * @param string $path Where the site begins, with slashes at both ends.
	 */
	public static function is_closed( string $robots, string $path ): bool {
		$applies = false;
		$was     = '';
		foreach ( (array) preg_split( '/\R/', $robots ) as $line ) {
			if ( ! preg_match( '/^\s*([a-z-]+)\s*:\s*([^#]*)/i', (string) $line, $found ) ) {
				continue;
			}
			$name  = strtolower( $found[1] );
			$value = trim( $found[2] );
			if ( 'user-agent' === $name ) {
				$applies = '*' === $value || ( 'user-agent' === $was && $applies );
			} elseif ( $applies && 'disallow' === $name && in_array( $value, [ '/', '/*', $path ], true ) ) {
				return true;
			}
			$was = $name;
		}
		return false;
	}

	/**
	 * Whether others can reach an address: the same rule as the site's own (src/runtime/seo/visibility.ts).
	 *
	 * @param string $url URL of the site.
	 */
	public static function is_public( string $url ): bool {
		$host = (string) wp_parse_url( $url, PHP_URL_HOST );
		if ( filter_var( trim( $host, '[]' ), FILTER_VALIDATE_IP ) ) {
			return false !== filter_var( trim( $host, '[]' ), FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE );
		}
		return false !== strpos( $host, '.' ) && 1 !== preg_match( '/(?:^|\.)(?:localhost|local|test|internal|home\.arpa)$/', $host );
	}
}
