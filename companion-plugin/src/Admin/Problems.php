<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Admin;

use HeadlessSiteCompanion\GraphQL\Names;
use HeadlessSiteCompanion\Rest\Messages;
use HeadlessSiteCompanion\Revalidation\CircuitBreaker;
use HeadlessSiteCompanion\Revalidation\Connection;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Schema;

defined( 'ABSPATH' ) || exit;

/**
 * Requirements of the plugin.
 *
 * Says what is missing, for notices and Site Health alike.
 *
 * @phpstan-type Problem array{kind: string, text: string, url: string, link: string, action: string, button: string}
 */
final class Problems {

	/** The oldest WPGraphQL with what the site asks for. */
	public const WPGRAPHQL = '2.0.0';

	private CircuitBreaker $circuit;
	private Settings $settings;

	public function __construct( CircuitBreaker $circuit, Settings $settings ) {
		$this->circuit  = $circuit;
		$this->settings = $settings;
	}

	/**
	 * Current problems.
	 *
	 * @return array<string, Problem> By name: a sentence with a fix, and a link or a button to it.
	 */
	public function all(): array {
		$found   = [];
		$version = defined( 'WPGRAPHQL_VERSION' ) ? (string) WPGRAPHQL_VERSION : null;
		if ( ! Schema::is_installed() ) {
			$found['tables'] = self::problem( 'error', __( 'The tables of the plugin are missing. Changes cannot be kept for delivery until they are there.', 'headless-site-companion' ) );

			$found['tables']['action'] = Actions::REPAIR;
			$found['tables']['button'] = __( 'Create the tables', 'headless-site-companion' );
		}
		if ( $this->settings->withholds_any() ) {
			$found['untrusted'] = self::problem( 'error', implode( ' ', Messages::problems()['untrusted'] ), Pages::url( Pages::SETTINGS ), __( 'Open the settings', 'headless-site-companion' ) );
		}
		if ( 'unauthorized' === $this->circuit->state() ) {
			$found['unauthorized'] = self::problem(
				'error',
				__( 'The site refuses the secret, so nothing is delivered. Changes are kept. Give WordPress and the site the same revalidation secret, then check the connection.', 'headless-site-companion' ),
				Pages::url( Pages::SETTINGS ),
				__( 'Open the settings', 'headless-site-companion' )
			);
		}
		$no_previews = $this->settings->preview_enabled() ? $this->settings->preview_problem() : null;
		if ( 'same' === $no_previews || 'given-away' === $no_previews ) {
			$found['preview_secret'] = self::problem(
				'warning',
				'same' === $no_previews
					? __( 'Previews do not open on the site: a plain link would give the revalidation secret away, because it is the preview secret as well. Enter another preview secret here and as PREVIEW_SECRET of the site, and if links were plain before, another revalidation secret, too.', 'headless-site-companion' )
					: __( 'Previews do not open on the site: plain links have given the preview secret away. Enter a new one here and as PREVIEW_SECRET of the site.', 'headless-site-companion' ),
				Pages::url( Pages::SETTINGS ),
				__( 'Open the settings', 'headless-site-companion' )
			);
		}
		if ( $this->settings->is_revalidation_secret_out() ) {
			$found['revalidation_secret'] = self::problem(
				'error',
				__( 'Nothing is delivered: plain preview links have given the revalidation secret away, which was the preview secret as well. Enter another one here and as REVALIDATION_SECRET of the site.', 'headless-site-companion' ),
				Pages::url( Pages::SETTINGS ),
				__( 'Open the settings', 'headless-site-companion' )
			);
		}
		if ( null === $version && $this->settings->connected() ) {
			$found['wpgraphql_gone'] = self::problem(
				'error',
				__( 'WPGraphQL is not active. The site shows the pages it has and takes no changes until WPGraphQL is active again.', 'headless-site-companion' ),
				admin_url( 'plugins.php' ),
				__( 'Open the plugins', 'headless-site-companion' )
			);
		} elseif ( null === $version || version_compare( $version, self::WPGRAPHQL, '<' ) ) {
			$found['wpgraphql'] = self::problem(
				'warning',
				null === $version
					? __( 'WPGraphQL is not active. Without it the site cannot read any content; webhooks still work.', 'headless-site-companion' )
					/* translators: 1: version that is there, 2: version that is needed. */
					: sprintf( __( 'WPGraphQL %1$s is too old for the site: update it to %2$s or newer.', 'headless-site-companion' ), $version, self::WPGRAPHQL ),
				null === $version ? admin_url( 'plugin-install.php?s=wp-graphql&tab=search&type=term' ) : admin_url( 'plugins.php' ),
				null === $version ? __( 'Find WPGraphQL', 'headless-site-companion' ) : __( 'Open the plugins', 'headless-site-companion' )
			);
		}
		$taken = Names::taken();
		if ( $taken ) {
			$found['names'] = self::problem(
				'warning',
				/* translators: %s: names in the GraphQL schema. */
				sprintf( __( 'Another plugin has taken names in the GraphQL schema that the site reads: %s. The site gets that plugin\'s answers, or none. Rename them there, or switch that plugin off.', 'headless-site-companion' ), implode( ', ', $taken ) ),
				admin_url( 'plugins.php' ),
				__( 'Open the plugins', 'headless-site-companion' )
			);
		}
		if ( '' === (string) get_option( 'permalink_structure' ) ) {
			$found['permalinks'] = self::problem(
				'error',
				__( 'Permalinks are "Plain". The site needs addresses with names in them: choose any other structure.', 'headless-site-companion' ),
				admin_url( 'options-permalink.php' ),
				__( 'Open the permalink settings', 'headless-site-companion' )
			);
		} elseif ( Connection::slash() === ( '/' !== substr( (string) get_option( 'permalink_structure' ), -1 ) ) ) {
			$found['slash'] = self::problem(
				'warning',
				__( 'The permalinks end with a slash and the site was built for those that do not, or the other way round: it sends each visit on to the other form. Build the site again.', 'headless-site-companion' ),
				admin_url( 'options-permalink.php' ),
				__( 'Open the permalink settings', 'headless-site-companion' )
			);
		}
		return $found;
	}

	/** Why links are signed where plain ones are set; empty where they are as set. */
	public static function why_signed( Settings $settings ): string {
		return 'network' === $settings->preview_problem()
			? __( 'Preview links are signed, although plain ones are set: wp-config.php holds the preview secret of all sites of this network, which plain links would give away. If links were plain here before, put a new one there.', 'headless-site-companion' )
			: '';
	}

	/**
	 * A problem.
	 *
	 * @param string $kind `error` or `warning`.
	 * @param string $text A sentence with a fix.
	 * @param string $url Where to fix it.
	 * @return Problem
	 */
	private static function problem( string $kind, string $text, string $url = '', string $link = '' ): array {
		return [
			'kind'   => $kind,
			'text'   => $text,
			'url'    => $url,
			'link'   => $link,
			'action' => '',
			'button' => '',
		];
	}
}
