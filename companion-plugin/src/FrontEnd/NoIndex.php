<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\FrontEnd;

use HeadlessSiteCompanion\Contracts\Module;
use HeadlessSiteCompanion\Settings\Settings;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Keeps WordPress's own pages out of search engines.
 *
 * The same content is on the site, and that is the one to be found. Sent as a meta tag and as a header: feeds and pages of other
 * plugins have no meta tag of WordPress's. robots.txt forbids nothing, because a crawler has to read a page to see that it
 * is not to be indexed. Uploads are not answered by WordPress and stay what they are: the site shows them.
 */
final class NoIndex implements Module {

	private Settings $settings;
	private SiteAddress $address;
	private Indexability $indexability;

	public function __construct( Settings $settings, SiteAddress $address, Indexability $indexability ) {
		$this->settings     = $settings;
		$this->address      = $address;
		$this->indexability = $indexability;
	}

	public function register(): void {
		Hooks::filter( 'wp_robots', [ $this, 'robots' ], 100 );
		Hooks::filter( 'wp_headers', [ $this, 'headers' ], 100 );
		Hooks::filter( 'wp_sitemaps_enabled', [ $this, 'sitemaps' ] );
	}

	/**
	 * The meta tag.
	 *
	 * @param mixed $robots Directives.
	 * @return mixed
	 */
	public function robots( $robots ) {
		if ( is_array( $robots ) && $this->applies() ) {
			unset( $robots['index'] );
			$robots['noindex'] = true;
		}
		return $robots;
	}

	/**
	 * The header.
	 *
	 * @param mixed $headers By name.
	 * @return mixed
	 */
	public function headers( $headers ) {
		if ( is_array( $headers ) && $this->applies() ) {
			$headers['X-Robots-Tag'] = 'noindex';
		}
		return $headers;
	}

	/**
	 * WordPress's own sitemap lists pages that are not to be indexed, or not to be found here.
	 *
	 * @param mixed $enabled Whether there is one.
	 * @return mixed
	 */
	public function sitemaps( $enabled ) {
		return $this->applies() || $this->address->takes_over() ? false : $enabled;
	}

	/**
	 * Whether it is asked for, and there is a site to be found instead. A "site" that is this WordPress must not vanish, and
	 * nothing must where the site is not open to search engines itself.
	 */
	private function applies(): bool {
		return $this->settings->noindex() && $this->address->is_elsewhere() && $this->indexability->is_found();
	}
}
