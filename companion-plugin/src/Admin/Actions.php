<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Rest\ConnectionStatus;
use HeadlessSiteCompanion\Revalidation\Dispatcher;
use HeadlessSiteCompanion\Revalidation\Outbox;
use HeadlessSiteCompanion\Revalidation\QueueStats;
use HeadlessSiteCompanion\Revalidation\Refresh;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * Actions of the admin buttons.
 *
 * Handles the posts to admin-post.php. Each asks for the capability first, then for the nonce of its action; without
 * either the answer is 403 and nothing has happened.
 */
final class Actions {

	public const CHECK   = 'companion_check';
	public const DELIVER = 'companion_deliver';
	public const REFRESH = 'companion_refresh';
	public const REPLAY  = 'companion_replay';
	public const EXPORT  = 'companion_export';
	public const REPAIR  = 'companion_repair';
	public const DISMISS = 'companion_dismiss';
	public const SAVE    = 'companion_save';
	public const IMPORT  = 'companion_import';
	public const PAIR    = 'companion_pair';

	public const END_ROTATION = 'companion_end_rotation';

	public const DELETE_MESSAGES = 'companion_delete_messages';
	public const EXPORT_MESSAGES = 'companion_export_messages';
	public const RETRY_MESSAGE   = 'companion_retry_message';

	/** Seconds that a delivery may take for which somebody waits. */
	private const DELIVER_SECONDS = 20;

	private ConnectionStatus $connection;
	private Dispatcher $dispatcher;
	private Outbox $outbox;
	private Refresh $refresh;
	private QueueStats $queue_stats;
	private SettingsActions $settings;
	private ActivityExport $export;
	private MessagesActions $messages;

	public function __construct( ConnectionStatus $connection, Dispatcher $dispatcher, Outbox $outbox, Refresh $refresh, QueueStats $queue_stats, SettingsActions $settings, ActivityExport $export, MessagesActions $messages ) {
		$this->connection  = $connection;
		$this->dispatcher  = $dispatcher;
		$this->outbox      = $outbox;
		$this->refresh     = $refresh;
		$this->queue_stats = $queue_stats;
		$this->settings    = $settings;
		$this->export      = $export;
		$this->messages    = $messages;
	}

	public function register(): void {
		$actions = [
			self::CHECK           => [ $this, 'check' ],
			self::DELIVER         => [ $this, 'deliver' ],
			self::REFRESH         => [ $this, 'refresh' ],
			self::REPLAY          => [ $this, 'replay' ],
			self::REPAIR          => [ $this, 'repair' ],
			self::DISMISS         => [ $this, 'dismiss' ],
			self::EXPORT          => [ $this->export, 'send' ],
			self::SAVE            => [ $this->settings, 'save' ],
			self::IMPORT          => [ $this->settings, 'import' ],
			self::PAIR            => [ $this, 'pair' ],
			self::END_ROTATION    => [ $this->settings, 'end_rotation' ],

			self::DELETE_MESSAGES => [ $this->messages, 'delete' ],
			self::EXPORT_MESSAGES => [ $this->messages, 'export' ],
			self::RETRY_MESSAGE   => [ $this->messages, 'retry' ],
		];
		foreach ( $actions as $action => $callback ) {
			$guarded = static function () use ( $action, $callback ): void {
				self::guard( $action );
				$callback();
			};
			// Requests of our own: an error is WordPress's to show, so no Support\Hooks here.
			add_action( 'admin_post_' . $action, $guarded );
			add_action( 'admin_post_nopriv_' . $action, $guarded );
		}
	}

	/**
	 * Ends the request unless it may go on.
	 *
	 * @param string $action Its name, also of its nonce.
	 */
	private static function guard( string $action ): void {
		$nonce = isset( $_POST['_wpnonce'] ) && is_string( $_POST['_wpnonce'] ) ? sanitize_text_field( wp_unslash( $_POST['_wpnonce'] ) ) : '';
		if ( current_user_can( Pages::CAPABILITY ) && wp_verify_nonce( $nonce, $action ) ) {
			return;
		}
		$text = is_user_logged_in() && current_user_can( Pages::CAPABILITY )
			? __( 'This form has expired. Go back, reload the page and try again.', 'headless-site-companion' )
			: __( 'You are not allowed to do this. Only administrators are, and only while they are logged in.', 'headless-site-companion' );
		wp_die(
			esc_html( $text ),
			esc_html__( 'Not allowed', 'headless-site-companion' ),
			[
				'response'  => 403,
				'back_link' => true,
			]
		);
	}

	/** "Check connection now". */
	public function check(): void {
		$now = $this->connection->fresh();
		Flash::keep( 'connected' === $now['status'] ? 'success' : 'error', ConnectionText::sentences( $now ) );
		self::back( Pages::DASHBOARD );
	}

	/** "Deliver now". */
	public function deliver(): void {
		$now = $this->connection->fresh();
		if ( 'connected' !== $now['status'] ) {
			Flash::keep( 'error', array_merge( [ __( 'Nothing was delivered.', 'headless-site-companion' ) ], ConnectionText::sentences( $now ) ) );
			self::back( Pages::DASHBOARD );
		}
		// Changes that wait for a retry are tried now: somebody asks for it.
		$this->outbox->make_due();
		$result = $this->dispatcher->run( self::DELIVER_SECONDS );
		if ( 0 === $result['requests'] ) {
			$waiting = $this->queue_stats->counts()['pending'];
			$text    = 0 === $waiting
				? __( 'Nothing is waiting for delivery.', 'headless-site-companion' )
				: __( 'Nothing was delivered: webhooks are switched off in the settings.', 'headless-site-companion' );
			Flash::keep( 0 === $waiting ? 'success' : 'warning', [ $text ] );
		} else {
			/* translators: 1: number of requests, 2: number of paths, 3: number of requests. */
			$text = sprintf( __( 'Requests: %1$s. Paths delivered: %2$s. Failed: %3$s.', 'headless-site-companion' ), number_format_i18n( $result['requests'] ), number_format_i18n( $result['delivered'] ), number_format_i18n( $result['failed'] ) );
			Flash::keep( 0 === $result['failed'] ? 'success' : 'error', [ $text ] );
		}
		self::back( Pages::DASHBOARD );
	}

	/** "Refresh the whole site". */
	public function refresh(): void {
		if ( ! $this->refresh->everything() ) {
			Flash::keep( 'warning', [ __( 'Webhooks are switched off in the settings. The site is told to refresh everything as soon as they are on.', 'headless-site-companion' ) ] );
			self::back( Pages::DASHBOARD );
		}
		$result = $this->dispatcher->run( self::DELIVER_SECONDS );
		if ( 0 === $result['failed'] && 0 === $this->queue_stats->counts()['pending'] ) {
			Flash::keep( 'success', [ __( 'The site was told to refresh everything. Each page is rebuilt when somebody visits it.', 'headless-site-companion' ) ] );
		} else {
			Flash::keep( 'error', array_merge( [ __( 'The site could not be told yet. Delivery is retried automatically.', 'headless-site-companion' ) ], ConnectionText::sentences( $this->connection->fresh() ) ) );
		}
		self::back( Pages::DASHBOARD );
	}

	/** "Replay" and "Replay all". */
	public function replay(): void {
		// phpcs:ignore WordPress.Security -- Nonce in guard(); nothing but digits gets through.
		$row = isset( $_POST['row'] ) && is_scalar( $_POST['row'] ) && ctype_digit( (string) $_POST['row'] ) ? (int) $_POST['row'] : -1;
		$put = $row >= 0 ? $this->outbox->replay( $row ) : 0;
		if ( 0 === $put ) {
			Flash::keep( 'warning', [ __( 'There was nothing to replay.', 'headless-site-companion' ) ] );
		} else {
			/* translators: %s: number of changes. */
			$text = _n( '%s change is back in the queue. It is delivered within a minute.', '%s changes are back in the queue. They are delivered within a minute.', $put, 'headless-site-companion' );
			Flash::keep( 'success', [ sprintf( $text, number_format_i18n( $put ) ) ] );
		}
		self::back( Pages::DASHBOARD );
	}

	/** Makes the tables that are missing. */
	public function repair(): void {
		Schema::quietly( [ Schema::class, 'install' ] );
		if ( Schema::is_installed() ) {
			Flash::keep( 'success', [ __( 'The tables have been created.', 'headless-site-companion' ) ] );
		} else {
			Flash::keep( 'error', [ __( 'The tables could not be created. The database user of WordPress must be allowed to create tables.', 'headless-site-companion' ) ] );
		}
		self::back( Pages::DASHBOARD );
	}

	/** "Make a code". The page that shows it makes it: what is kept for a page lies in the database. */
	public function pair(): void {
		Flash::keep( Flash::CODE, [] );
		self::back( Pages::SETTINGS );
	}

	/** Hides a notice for good. */
	public function dismiss(): void {
		// phpcs:ignore WordPress.Security -- Nonce in guard(); compared with a list.
		Notices::dismiss( isset( $_POST['notice'] ) && is_string( $_POST['notice'] ) ? sanitize_key( $_POST['notice'] ) : '' );
		$referer = wp_get_referer();
		wp_safe_redirect( $referer ? $referer : Pages::url( Pages::DASHBOARD ) );
		exit;
	}

	/** Shows a page of ours. */
	public static function back( string $page ): void {
		wp_safe_redirect( Pages::url( $page ) );
		exit;
	}
}
