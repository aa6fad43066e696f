<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

use HeadlessSiteCompanion\Activity\Log;
use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Clock;
use HeadlessSiteCompanion\Support\Hooks;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * Starts a delivery after a change.
 *
 * Makes sure that somebody delivers soon, and that it is never the request of an editor who waits. Where PHP can end the
 * answer and go on (FPM, LiteSpeed), this very process does; otherwise a request to this server itself, whose answer nobody
 * reads. WordPress's own way, a "non-blocking" request, waits for a second (measured). WP-Cron, every minute, is the fallback
 * for both.
 */
final class Trigger implements Module {

	/** Transient: a process waits for the next token. */
	private const WAITING = 'companion_waiting';

	/** Seconds after which a process that waited is taken for dead: a token, and a machine that is busy. */
	private const WAITING_SECONDS = 10;

	/** Name of the AJAX action that delivers. */
	private const ACTION = 'companion_deliver';

	/** Seconds to wait for this server to take the connection. */
	private const CONNECT_SECONDS = 0.1;

	/** Seconds for which it is not tried again after it failed. */
	private const GIVE_UP_SECONDS = 300;

	/** Seconds in which a script may begin requests at its end: with the last one's timeout it waits for ten. */
	private const SCRIPT_SECONDS = 5;

	private Clock $clock;
	private Dispatcher $dispatcher;
	private Outbox $outbox;
	private CircuitBreaker $circuit;
	private Connection $connection;
	private Log $log;
	private Settings $settings;

	public function __construct( Dispatcher $dispatcher, Outbox $outbox, CircuitBreaker $circuit, Connection $connection, Log $log, Settings $settings, Clock $clock ) {
		$this->dispatcher = $dispatcher;
		$this->outbox     = $outbox;
		$this->circuit    = $circuit;
		$this->connection = $connection;
		$this->log        = $log;
		$this->settings   = $settings;
		$this->clock      = $clock;
	}

	public function register(): void {
		Hooks::action( Lifecycle::TICK, [ $this, 'tick' ], 10, 0 );
		Hooks::action( 'wp_ajax_' . self::ACTION, [ $this, 'loopback' ], 10, 0 );
		Hooks::action( 'wp_ajax_nopriv_' . self::ACTION, [ $this, 'loopback' ], 10, 0 );
		Hooks::action( 'companion_connection_changed', [ $this->connection, 'forget' ], 10, 0 );
		Hooks::action( 'companion_connection_changed', [ $this, 'pull_what_waits' ], 20, 0 );
		Hooks::action( 'companion_connection_checked', [ $this, 'pull_what_waits' ], 10, 0 );
		Hooks::action( 'companion_site_asks', [ $this, 'site_asks' ], 10, 0 );
	}

	/**
	 * The site asks which items there are, as it does when it starts: what it did not answer goes to it once more. Its visitors see
	 * stored pages, and a WordPress that nobody visits has no WP-Cron.
	 */
	public function site_asks(): void {
		if ( $this->circuit->asked( $this->outbox->has_unanswered() ) ) {
			Hooks::action(
				'shutdown',
				function (): void {
					$this->pull( true );
				},
				110,
				0
			);
		}
	}

	/**
	 * Another site, or news of it: what has waited for it goes at the end of this request. After connecting, the first delivery
	 * came with the next visit to WordPress.
	 */
	public function pull_what_waits(): void {
		if ( $this->outbox->is_due() ) {
			// Behind the recorder, whose delivery takes this along.
			Hooks::action( 'shutdown', [ $this, 'pull' ], 110, 0 );
		}
	}

	/**
	 * Something waits in the outbox. One process at a time delivers: a site that answers late must not hold as many processes
	 * of this server as there are saves.
	 *
	 * @param bool $is_urgent Whether it must not wait for a token: visitors still see what was hidden.
	 */
	public function pull( bool $is_urgent = false ): void {
		if ( $this->outbox->is_being_delivered() ) {
			return;
		}
		// No browser waits for these, and no process of theirs could wait for a token without holding up the next command.
		if ( wp_doing_cron() || self::is_script() ) {
			$this->dispatcher->run( self::SCRIPT_SECONDS );
			return;
		}
		$taken = RateLimiter::take( get_option( 'companion_pace' ), $this->clock->now() );
		if ( ! $taken['allowed'] && ! $is_urgent && ! self::has_one_process() ) {
			$this->throttle();
			return;
		}
		if ( $this->finish_response() ) {
			$this->take_token();
			$this->continue_elsewhere( $this->dispatcher->run( 10 )['left'] );
			return;
		}
		// The process that is called takes the token: an editor waits for each write.
		$this->send_loopback_request();
	}

	/**
	 * So much was saved that deliveries are limited: one process waits for the next token and delivers together what has come
	 * until then. WP-Cron would be late: it waits for visitors, of which a CMS without pages has few, and where the server
	 * runs it, that is often every quarter of an hour.
	 */
	private function throttle(): void {
		if ( get_transient( self::WAITING ) ) {
			return;
		}
		set_transient( self::WAITING, '1', self::WAITING_SECONDS );
		if ( $this->finish_response() ) {
			$this->deliver_after_wait();
		} elseif ( ! $this->send_loopback_request( true ) ) {
			delete_transient( self::WAITING );
		}
	}

	/**
	 * Whether this server answers one request at a time, as `php -S` and `wp server` do: a process that waits there keeps
	 * everybody waiting.
	 */
	private static function has_one_process(): bool {
		return 'cli-server' === PHP_SAPI && (int) getenv( 'PHP_CLI_SERVER_WORKERS' ) < 2;
	}

	/** Whether a shell started this process: there is no server that could go on. WP-CLI pretends to be a request where it gets an address. */
	private static function is_script(): bool {
		return ! isset( $_SERVER['REQUEST_METHOD'] ) || ( defined( 'WP_CLI' ) && WP_CLI );
	}

	/** Waits for the next token, and delivers. */
	private function deliver_after_wait(): void {
		sleep( RateLimiter::seconds_to_wait( get_option( 'companion_pace' ), $this->clock->now() ) );
		delete_transient( self::WAITING );
		// Values that others have stored meanwhile are not in this process's memory.
		wp_cache_delete( 'companion_pace', 'options' );
		$this->take_token();
		$this->continue_elsewhere( $this->dispatcher->run( 10 )['left'] );
	}

	/** Takes a token for the delivery that begins, even where there is none: nobody should wait twice. */
	private function take_token(): void {
		update_option( 'companion_pace', RateLimiter::take( get_option( 'companion_pace' ), $this->clock->now() )['state'], false );
	}

	/**
	 * Hands over to another process where time ran out.
	 *
	 * @param bool $is_left Whether something may be left.
	 */
	private function continue_elsewhere( bool $is_left ): void {
		if ( $is_left ) {
			$this->send_loopback_request();
		}
	}

	/** Every minute: deliver what is due; and forget what is old. */
	public function tick(): void {
		$this->dispatcher->run( 40 );
		Schema::quietly(
			function (): void {
				$this->outbox->prune();
				$this->log->prune( $this->settings->log_days() );
			}
		);
	}

	/** The request to this server itself has arrived. */
	public function loopback(): void {
		$token = isset( $_GET['token'] ) && is_string( $_GET['token'] ) ? sanitize_text_field( wp_unslash( $_GET['token'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification -- The token is the check; there is no user.
		if ( ! hash_equals( $this->token( 0 ), $token ) && ! hash_equals( $this->token( 1 ), $token ) ) {
			wp_die( '', '', 403 );
		}
		ignore_user_abort( true );
		$this->finish_response();
		if ( isset( $_GET['wait'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification -- See above.
			$this->deliver_after_wait();
		} else {
			$this->take_token();
			$this->continue_elsewhere( $this->dispatcher->run()['left'] );
		}
		wp_die( '' );
	}

	/**
	 * Sends the answer off and goes on working.
	 *
	 * @return bool Whether PHP can do that.
	 */
	public function finish_response(): bool {
		foreach ( [ 'fastcgi_finish_request', 'litespeed_finish_request' ] as $end ) {
			if ( function_exists( $end ) ) {
				// The session of another plugin would keep the same browser's next request waiting.
				if ( PHP_SESSION_ACTIVE === session_status() ) {
					session_write_close();
				}
				$end();
				return true;
			}
		}
		return false;
	}

	/**
	 * Writes a request to the server that is running this very code, and does not wait for the answer. By address, not by
	 * name: no look-up, no way around through the internet, no other machine.
	 *
	 * @param bool $wait Whether that process is to wait for the next token.
	 * @return bool Whether it was sent; a script on the command line has no server to call.
	 */
	private function send_loopback_request( bool $wait = false ): bool {
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- Set by the server, not by the visitor.
		$port   = (int) ( $_SERVER['SERVER_PORT'] ?? 0 );
		$server = (string) ( $_SERVER['SERVER_ADDR'] ?? '127.0.0.1' );
		$tls    = 443 === $port;
		// phpcs:enable
		if ( 0 === $port || false === filter_var( $server, FILTER_VALIDATE_IP ) || get_transient( 'companion_no_loopback' ) ) {
			return false;
		}
		$url  = admin_url( 'admin-ajax.php' );
		$host = (string) wp_parse_url( $url, PHP_URL_HOST );
		$name = $host . ( wp_parse_url( $url, PHP_URL_PORT ) ? ':' . wp_parse_url( $url, PHP_URL_PORT ) : '' );
		$to   = ( $tls ? 'tls://' : 'tcp://' ) . ( false === strpos( $server, ':' ) ? $server : '[' . $server . ']' ) . ':' . $port;
		// The certificate bears the name of the site, not this address; nothing secret is sent but a token for one minute.
		$context = stream_context_create(
			[
				'ssl' => [
					'verify_peer'      => false,
					'verify_peer_name' => false,
					'peer_name'        => $host,
				],
			]
		);
		$socket  = @stream_socket_client( $to, $code, $error, self::CONNECT_SECONDS, STREAM_CLIENT_CONNECT, $context ); // phpcs:ignore WordPress.PHP.NoSilencedErrors -- WP-Cron is the fallback.
		if ( false === $socket ) {
			set_transient( 'companion_no_loopback', '1', self::GIVE_UP_SECONDS );
			return false;
		}
		$path    = wp_parse_url( $url, PHP_URL_PATH ) . '?action=' . self::ACTION . '&token=' . $this->token( 0 ) . ( $wait ? '&wait=1' : '' );
		$request = "GET $path HTTP/1.1\r\nHost: $name\r\n" . ( is_ssl() && ! $tls ? "X-Forwarded-Proto: https\r\n" : '' ) . "Connection: close\r\n\r\n";
		fwrite( $socket, $request ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- A socket.
		fclose( $socket ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- A socket.
		return true;
	}

	/** A signature that only this server can make, so that nobody else can keep it busy. */
	private function token( int $minutes_ago ): string {
		return wp_hash( self::ACTION . '|' . ( (int) floor( time() / 60 ) - $minutes_ago ) );
	}
}
