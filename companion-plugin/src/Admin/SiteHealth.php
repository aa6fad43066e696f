<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Rest\ConnectionStatus;

defined( 'ABSPATH' ) || exit;

/**
 * Tests in Site Health.
 *
 * Adds tests to Tools > Site Health. The one that calls the site is asynchronous: the page does not wait for it.
 */
final class SiteHealth {

	/** Name of the asynchronous test; WordPress makes the name of its AJAX action from it, with dashes. */
	private const CONNECTION = 'companion_connection';

	/** Name of that AJAX action. */
	public const ACTION = 'health-check-companion-connection';

	private SiteHealthTests $tests;
	private ConnectionStatus $connection;

	public function __construct( SiteHealthTests $tests, ConnectionStatus $connection ) {
		$this->tests      = $tests;
		$this->connection = $connection;
	}

	/**
	 * Adds the tests.
	 *
	 * @param mixed $tests `direct` and `async`, by name.
	 * @return mixed
	 */
	public function tests( $tests ) {
		if ( ! is_array( $tests ) || ! current_user_can( Pages::CAPABILITY ) && ! wp_doing_cron() ) {
			return $tests;
		}
		foreach ( $this->tests->all() as $name => list( $label, $test ) ) {
			$tests['direct'][ $name ] = [
				'label' => $label,
				'test'  => $test,
			];
		}
		$tests['async'][ self::CONNECTION ] = [
			'label'             => __( 'Connection to the headless site', 'headless-site-companion' ),
			'test'              => self::CONNECTION,
			'has_rest'          => false,
			'async_direct_test' => [ $this, 'connection' ],
		];
		return $tests;
	}

	/** Answers the asynchronous request of the Site Health page. */
	public function answer(): void {
		check_ajax_referer( 'health-check-site-status' );
		if ( ! current_user_can( 'view_site_health_checks' ) || ! current_user_can( Pages::CAPABILITY ) ) {
			wp_send_json_error( null, 403 );
		}
		wp_send_json_success( $this->connection() );
	}

	/**
	 * The test of the connection.
	 *
	 * @return array<string, mixed> Result in the form of Site Health.
	 */
	public function connection(): array {
		$now       = $this->connection->data();
		$connected = 'connected' === $now['status'];
		$unset     = 'not-configured' === $now['problem'];
		return SiteHealthTests::result(
			self::CONNECTION,
			$connected ? 'good' : ( $unset ? 'recommended' : 'critical' ),
			$connected ? __( 'The headless site is connected', 'headless-site-companion' ) : __( 'The headless site is disconnected', 'headless-site-companion' ),
			array_values( array_filter( [ $now['message'], $now['fix'] ] ) ),
			$connected ? '' : Pages::url( Pages::DASHBOARD ),
			__( 'Open the dashboard of the headless site', 'headless-site-companion' )
		);
	}
}
