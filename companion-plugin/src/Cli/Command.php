<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Cli;

use HeadlessSiteCompanion\Rest\ConnectionStatus;
use HeadlessSiteCompanion\Rest\DashboardStats;
use HeadlessSiteCompanion\Rest\Messages;
use HeadlessSiteCompanion\Revalidation\Dispatcher;
use HeadlessSiteCompanion\Revalidation\Outbox;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Revalidation\Refresh;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Settings\TrustedAddress;
use HeadlessSiteCompanion\Settings\Validator;
use WP_CLI;

defined( 'ABSPATH' ) || exit;

/**
 * Manages the connection to the headless site.
 */
final class Command {

	/** Seconds that one run of deliveries takes at most; there may be several. */
	private const RUN_SECONDS = 20;

	private Settings $settings;
	private Validator $validator;
	private DashboardStats $stats;
	private ConnectionStatus $connection;
	private Dispatcher $dispatcher;
	private Outbox $outbox;
	private Refresh $refresh;
	private QueueStats $queue_stats;

	public function __construct( Settings $settings, Validator $validator, DashboardStats $stats, ConnectionStatus $connection, Dispatcher $dispatcher, Outbox $outbox, Refresh $refresh, QueueStats $queue_stats ) {
		$this->settings    = $settings;
		$this->validator   = $validator;
		$this->stats       = $stats;
		$this->connection  = $connection;
		$this->dispatcher  = $dispatcher;
		$this->outbox      = $outbox;
		$this->refresh     = $refresh;
		$this->queue_stats = $queue_stats;
	}

	/**
	 * Shows the connection to the site and what waits for delivery.
	 *
	 * Checks the connection now. Ends with 1 when the site is disconnected.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : How to print it.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp companion status
	 *     $ wp companion status --format=json
	 *
	 * @param string[] $args None.
	 * @param array<string, string> $assoc `format`.
	 */
	public function status( array $args, array $assoc ): void {
		$connection = $this->connection->fresh();
		$stats      = $this->stats->data();
		if ( 'json' === ( $assoc['format'] ?? 'table' ) ) {
			WP_CLI::line(
				(string) wp_json_encode(
					[
						'serviceUrl' => $this->settings->service_url(),
						'connection' => $connection,
						'stats'      => $stats,
					],
					JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE
				)
			);
		} else {
			WP_CLI\Utils\format_items( 'table', StatusTable::rows( $this->settings->service_url(), $connection, $stats ), [ 'what', 'value' ] );
		}
		if ( 'connected' !== $connection['status'] ) {
			if ( 'json' !== ( $assoc['format'] ?? 'table' ) ) {
				WP_CLI::warning( $connection['message'] . ' ' . $connection['fix'] );
			}
			WP_CLI::halt( 1 );
		}
	}

	/**
	 * Imports the settings that create-headless-site has written.
	 *
	 * All or nothing. Delete the file afterwards: it holds secrets.
	 *
	 * ## OPTIONS
	 *
	 * <file>
	 * : companion-settings.json; `-` reads standard input.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp companion import-settings companion-settings.json
	 *     $ ssh me@site cat wordpress/companion-settings.json | wp companion import-settings -
	 *
	 * @subcommand import-settings
	 * @param string[] $args Path of the file.
	 */
	public function import_settings( array $args ): void {
		$file = (string) $args[0];
		// phpcs:ignore WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- A file that the user names; said in our words below.
		$text = @file_get_contents( '-' === $file ? 'php://stdin' : $file );
		if ( false === $text ) {
			/* translators: %s: path of a file. */
			WP_CLI::error( sprintf( __( 'The file %s cannot be read.', 'headless-site-companion' ), $file ) );
		}
		$values = $this->validator->file( (string) preg_replace( '/^\xEF\xBB\xBF/', '', (string) $text ), TrustedAddress::is_users() );
		if ( is_wp_error( $values ) ) {
			WP_CLI::error( __( 'Nothing was imported.', 'headless-site-companion' ) . ' ' . implode( ' ', Messages::errors( $values ) ) );
		}
		$this->settings->update( $values, TrustedAddress::is_users() );
		$connection = $this->connection->fresh();
		WP_CLI::success( __( 'Settings imported. Delete the file companion-settings.json now: it holds secrets, and the site does not need it.', 'headless-site-companion' ) );
		WP_CLI::line( $connection['status'] . ': ' . $connection['message'] );
		if ( null !== $connection['fix'] ) {
			WP_CLI::line( $connection['fix'] );
		}
	}

	/**
	 * Delivers what is due.
	 *
	 * Ends with 1 when a delivery failed; what failed stays in the queue.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp companion deliver
	 */
	public function deliver(): void {
		$total = [
			'requests'  => 0,
			'delivered' => 0,
			'failed'    => 0,
		];
		do {
			$result = $this->dispatcher->run( self::RUN_SECONDS );
			foreach ( array_keys( $total ) as $key ) {
				$total[ $key ] += $result[ $key ];
			}
		} while ( $result['requests'] > 0 && 0 === $result['failed'] );
		/* translators: 1: number of requests, 2: number of paths, 3: number of requests. */
		$text    = sprintf( __( 'Requests: %1$s. Paths delivered: %2$s. Failed: %3$s.', 'headless-site-companion' ), $total['requests'], $total['delivered'], $total['failed'] );
		$waiting = $this->queue_stats->counts()['pending'];
		if ( $waiting > 0 ) {
			/* translators: %s: number of changes. */
			$text .= ' ' . sprintf( __( 'Waiting for the next attempt: %s.', 'headless-site-companion' ), $waiting );
		}
		if ( $total['failed'] > 0 ) {
			WP_CLI::error( $text );
		}
		WP_CLI::success( $text );
	}

	/**
	 * Refreshes the site, where you doubt what it shows.
	 *
	 * Delivers what is due. Ends with 1 when the site could not be told; it is tried again then.
	 *
	 * ## OPTIONS
	 *
	 * [--all]
	 * : The whole site. Has to be said.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp companion refresh --all
	 *
	 * @param string[] $args None.
	 * @param array<string, bool> $assoc `all`.
	 */
	public function refresh( array $args, array $assoc ): void {
		if ( empty( $assoc['all'] ) ) {
			WP_CLI::error( __( 'Say what: wp companion refresh --all refreshes the whole site.', 'headless-site-companion' ) );
		}
		if ( ! $this->refresh->everything() ) {
			WP_CLI::error( __( 'Webhooks are switched off in the settings. The site is told to refresh everything as soon as they are on.', 'headless-site-companion' ) );
		}
		$this->deliver();
	}

	/**
	 * Puts changes that were given up back into the queue.
	 *
	 * ## OPTIONS
	 *
	 * [<id>]
	 * : One of them, as in `wp companion status --format=json`; all without it.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp companion replay
	 *     $ wp companion replay 17
	 *
	 * @param string[] $args The id.
	 */
	public function replay( array $args ): void {
		$id = $args[0] ?? '0';
		if ( ! ctype_digit( $id ) || ( isset( $args[0] ) && 0 === (int) $id ) ) {
			WP_CLI::error( __( 'The id must be a number.', 'headless-site-companion' ) );
		}
		$put = $this->outbox->replay( (int) $id );
		if ( 0 === $put && isset( $args[0] ) ) {
			/* translators: %s: a number. */
			WP_CLI::error( sprintf( __( 'No undelivered change has the id %s.', 'headless-site-companion' ), $id ) );
		}
		/* translators: %s: number of changes. */
		WP_CLI::success( sprintf( _n( '%s change is back in the queue.', '%s changes are back in the queue.', $put, 'headless-site-companion' ), $put ) );
	}
}
