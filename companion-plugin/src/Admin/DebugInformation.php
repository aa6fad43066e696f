<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\Lifecycle;
use HeadlessSiteCompanion\Rest\DashboardStats;
use HeadlessSiteCompanion\Settings\Definition;
use HeadlessSiteCompanion\Settings\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * The plugin in Site Health > Info.
 *
 * People copy it when they ask for help. No secret is in it, only whether there is one.
 */
final class DebugInformation {

	private Settings $settings;
	private DashboardStats $stats;

	public function __construct( Settings $settings, DashboardStats $stats ) {
		$this->settings = $settings;
		$this->stats    = $stats;
	}

	/**
	 * Adds a section.
	 *
	 * @param mixed $information Sections by name.
	 * @return mixed
	 */
	public function add( $information ) {
		if ( ! is_array( $information ) || ! current_user_can( Pages::CAPABILITY ) ) {
			return $information;
		}
		$stats  = $this->stats->data();
		$next   = wp_next_scheduled( Lifecycle::TICK );
		$fields = [
			'version'   => [ __( 'Version', 'headless-site-companion' ), COMPANION_VERSION ],
			'wpgraphql' => [ 'WPGraphQL', $stats['versions']['wpgraphql'] ],
			'connected' => [ __( 'Last connection check', 'headless-site-companion' ), $this->settings->connected() ? 'connected' : 'disconnected' ],
			'circuit'   => [ __( 'State of deliveries', 'headless-site-companion' ), $stats['webhooks']['circuit']['state'] ],
			'queue'     => [ __( 'Queue', 'headless-site-companion' ), wp_json_encode( $stats['webhooks']['queue'] ) ],
			'last'      => [ __( 'Last delivery', 'headless-site-companion' ), wp_json_encode( $stats['webhooks']['lastDelivery'] ) ],
			'window'    => [ __( 'Deliveries of the last day', 'headless-site-companion' ), wp_json_encode( $stats['webhooks']['window'] ) ],
			'next'      => [ __( 'Next scheduled run', 'headless-site-companion' ), false === $next ? null : gmdate( 'c', $next ) ],
		];
		$values = $this->settings->visible();
		foreach ( Definition::CONSTANTS as $key => $constant ) {
			$value = Definition::is_secret( $key ) ? ( $this->settings->has_secret( $key ) ? 'set' : 'not set' ) : wp_json_encode( $values[ $key ], JSON_UNESCAPED_SLASHES );

			$fields[ $key ] = [ $key, $value . ( $this->settings->is_locked( $key ) ? " ($constant)" : '' ) ];
		}
		$information['headless-site-companion'] = [
			'label'  => __( 'Headless Site', 'headless-site-companion' ),
			'fields' => array_map(
				static function ( array $field ): array {
					return [
						'label' => $field[0],
						'value' => null === $field[1] ? 'unknown' : (string) $field[1],
					];
				},
				$fields
			),
		];
		return $information;
	}
}
