<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

use HeadlessSiteCompanion\Settings\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * Rules of Redirection.
 *
 * Read from its table, which holds what it goes by on each request; its classes are not loaded everywhere. Behaviour of 5.4.2: a group
 * that is switched off has its rules switched off, and neither a group nor a module is looked at.
 *
 * @phpstan-import-type Rule from Rules
 * @phpstan-import-type Left from Rules
 */
final class Redirection implements Source {

	/** Matches that depend on who asks: pages that are the same for everybody cannot follow them. */
	private const OF_VISITORS = [ 'referrer', 'agent', 'cookie', 'header', 'ip', 'language' ];

	/** Its own shortcodes, and the tags before them, which are filled for each request. */
	private const SHORTCODES = '/\[\/?(userid|userlogin|userurl|unixtime|md5|upper|lower|dashes|underscores)\b|%(userid|userlogin|userurl)%/';

	private Settings $settings;

	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	public function is_active(): bool {
		$is_disabled = function_exists( 'red_is_disabled' ) && red_is_disabled();
		return defined( 'REDIRECTION_VERSION' ) && ! $is_disabled && '' !== (string) ( self::options()['database'] ?? '' );
	}

	public function rules(): array {
		global $wpdb;
		$rows  = Rules::rows( "SELECT id, url, regex, match_data, match_type, action_type, action_code, action_data FROM {$wpdb->prefix}redirection_items WHERE status = 'enabled' ORDER BY position, id LIMIT 20000" );
		$rules = [];
		$left  = [];
		foreach ( $rows as $row ) {
			$rule = $this->rule( $row );
			if ( is_string( $rule ) ) {
				$left[] = Rules::left( 'redirection:' . (int) $row['id'], (string) $row['url'], $rule );
			} elseif ( null !== $rule ) {
				$rules[] = $rule;
			}
		}
		return [ $rules, array_merge( $left, self::for_hosts() ) ];
	}

	public function count( array $hits ): void {
		global $wpdb;
		if ( empty( self::options()['track_hits'] ) ) {
			return;
		}
		foreach ( $hits as $id => $count ) {
			// phpcs:ignore WordPress.DB -- Another plugin's table, as it does it itself.
			$wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->prefix}redirection_items SET last_count=last_count+%d, last_access=%s WHERE id=%d", $count, current_time( 'mysql' ), $id ) );
		}
	}

	/**
	 * The structures of permalinks that it migrates from.
	 *
	 * @return list<string>
	 */
	public static function migrated(): array {
		$is_disabled = ! defined( 'REDIRECTION_VERSION' ) || ( function_exists( 'red_is_disabled' ) && red_is_disabled() );
		return $is_disabled ? [] : array_values( array_filter( (array) ( self::options()['permalinks'] ?? [] ), 'is_string' ) );
	}

	/**
	 * Its settings for host names, which are WordPress's and not the site's.
	 *
	 * @return list<Left>
	 */
	private static function for_hosts(): array {
		$options = self::options();
		$names   = array_merge( [ $options['relocate'] ?? '', $options['preferred_domain'] ?? '' ], (array) ( $options['aliases'] ?? [] ) );
		$left    = [];
		foreach ( array_filter( $names ) as $name ) {
			$left[] = Rules::left( 'redirection:0', is_string( $name ) ? $name : '', Rules::HOST );
		}
		return $left;
	}

	/**
	 * One rule.
	 *
	 * @param array<string, mixed> $row Row of the table.
	 * @return Rule|string|null A reason where the site cannot follow it; null where it says nothing to a visitor.
	 */
	private function rule( array $row ) {
		$action = (string) ( $row['action_type'] ? $row['action_type'] : 'nothing' );
		$type   = (string) ( $row['match_type'] ? $row['match_type'] : 'url' );
		if ( in_array( $type, self::OF_VISITORS, true ) ) {
			return Rules::VISITOR;
		}
		if ( ! in_array( $type, [ 'url', 'login', 'role', 'server', 'page' ], true ) ) {
			return Rules::CODE;
		}
		if ( 'random' === $action ) {
			return Rules::RANDOM;
		}
		$has_target = in_array( $action, [ 'url', 'pass' ], true );
		$target     = $has_target ? $this->target( $type, (string) $row['action_data'] ) : '';
		// Nobody is logged in to WordPress on the site: what is for members says nothing here.
		$is_met = ! in_array( $type, [ 'login', 'role' ], true );
		if ( $has_target ? '' === $target : ! $is_met ) {
			return null;
		}
		if ( preg_match( self::SHORTCODES, $target ) ) {
			return Rules::CODE;
		}
		if ( 'pass' === $action && preg_match( '#^https?://#', $target ) ) {
			return Rules::EXTERNAL;
		}
		$status = self::status( $action, (int) $row['action_code'] );
		if ( null === $status ) {
			return Rules::STATUS;
		}
		return $this->with_flags( $row, $target, $status, 'page' === $type );
	}

	/**
	 * The rule with its flags, of which the plugin stores those that differ from its options.
	 *
	 * @param array<string, mixed> $row Row of the table.
	 * @param string $to Target.
	 * @param int $status Status of the rule.
	 * @param bool $missing Whether it is for addresses without content.
	 * @return Rule|string A reason where the site cannot follow it.
	 */
	private function with_flags( array $row, string $to, int $status, bool $missing ) {
		$stored   = json_decode( (string) $row['match_data'], true );
		$own      = is_array( $stored ) && is_array( $stored['source'] ?? null ) ? $stored['source'] : null;
		$flags    = ( $own ?? [] ) + self::options();
		$is_regex = null === $own ? ! empty( $row['regex'] ) : ! empty( $flags['flag_regex'] );
		$from     = (string) $row['url'];
		if ( $is_regex && ! Patterns::is_known( rawurldecode( $from ) ) ) {
			return Rules::PATTERN;
		}
		if ( $is_regex && Patterns::leads_anywhere( $to ) ) {
			return Rules::TARGET;
		}
		return [
			'id'          => 'redirection:' . (int) $row['id'],
			'from'        => $from,
			'kind'        => $is_regex ? 'regex' : 'exact',
			'ignoreCase'  => ! empty( $flags['flag_case'] ),
			'ignoreSlash' => ! $is_regex && ! empty( $flags['flag_trailing'] ),
			'query'       => $is_regex ? 'exact' : (string) ( $flags['flag_query'] ?? 'exact' ),
			'to'          => 200 === $status ? self::with_slash( $to ) : $to,
			'status'      => $status,
			'missing'     => $missing,
		];
	}

	/**
	 * Where a visitor is sent.
	 *
	 * @param string $type Type of the match.
	 * @param string $data Stored data: text, or a serialized list.
	 * @return string Empty for nowhere.
	 */
	private function target( string $type, string $data ): string {
		$targets = [ 'url' => $data ];
		if ( 'url' !== $type ) {
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.serialize_unserialize -- The plugin's own form; no class is made.
			$stored  = is_serialized( $data ) ? unserialize( $data, [ 'allowed_classes' => false ] ) : [];
			$targets = is_array( $stored ) ? array_filter( $stored, 'is_string' ) : [];
		}
		$names  = [
			'url'    => 'url',
			'page'   => 'url',
			'login'  => 'logged_out',
			'role'   => 'url_notfrom',
			'server' => $this->is_here( $targets['server'] ?? '' ) ? 'url_from' : 'url_notfrom',
		];
		$target = $targets[ $names[ $type ] ] ?? '';
		// A number was once the id of a post.
		return is_numeric( $target ) ? (string) get_permalink( (int) $target ) : $target;
	}

	/**
	 * Whether a rule for one server is for this one, or for the site.
	 *
	 * @param string $server With its scheme.
	 */
	private function is_here( string $server ): bool {
		$host = wp_parse_url( $server, PHP_URL_HOST );
		return null !== $host && in_array( $host, [ wp_parse_url( home_url(), PHP_URL_HOST ), wp_parse_url( $this->settings->service_url(), PHP_URL_HOST ) ], true );
	}

	/**
	 * Status of the form.
	 *
	 * @param string $action Action of the plugin.
	 * @param int $code Stored status code.
	 */
	private static function status( string $action, int $code ): ?int {
		if ( 'nothing' === $action ) {
			return 0;
		}
		if ( 'pass' === $action ) {
			return 200;
		}
		$allowed = 'error' === $action ? [ 400, 401, 403, 404, 410, 418, 451, 500, 501, 502, 503, 504 ] : [ 301, 302, 303, 307, 308 ];
		return in_array( $code, $allowed, true ) ? $code : null;
	}

	/**
	 * A path as the site has it, so that what is shown in its place needs no second request.
	 *
	 * @param string $path Path of a target on this site.
	 */
	private static function with_slash( string $path ): string {
		list( $before, $after ) = array_pad( explode( '?', $path, 2 ), 2, null );
		return user_trailingslashit( (string) $before ) . ( null === $after ? '' : "?$after" );
	}

	/**
	 * Its options, as it completes them.
	 *
	 * @return array<string, mixed>
	 */
	private static function options(): array {
		$options = function_exists( 'red_get_options' ) ? red_get_options() : get_option( 'redirection_options' );
		return is_array( $options ) ? $options : [];
	}
}
