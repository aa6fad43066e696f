<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation\Watch;

use HeadlessSiteCompanion\Comments\Rules;
use HeadlessSiteCompanion\Revalidation\Addresses;
use HeadlessSiteCompanion\Revalidation\Changes;
use HeadlessSiteCompanion\Support\Hooks;

defined( 'ABSPATH' ) || exit;

/**
 * Watches options of the whole site.
 *
 * Notices options that show on every page, or that move pages.
 */
final class SiteWatcher extends Watcher {

	/** Shown around every page, and nothing else depends on them. */
	private const SETTINGS = [ 'blogname', 'blogdescription', 'WPLANG', 'timezone_string', 'gmt_offset', 'site_icon', 'site_logo', 'date_format', 'time_format' ];

	/** They change what addresses there are or what stands on them. */
	private const EVERYTHING = [ 'permalink_structure', 'category_base', 'tag_base', 'show_on_front', 'posts_per_page', 'stylesheet', 'home', 'siteurl', 'sticky_posts', 'default_category', 'upload_path', 'upload_url_path' ];

	/** Ids of pages with a role of their own. */
	private const PAGES = [ 'page_on_front', 'page_for_posts' ];

	/** @var array<int, string|null> Paths of the pages that are about to change their role, by id. */
	private array $paths = [];

	public function register(): void {
		Hooks::action( 'update_option', [ $this, 'before' ], 10, 3 );
		Hooks::action( 'updated_option', [ $this, 'changed' ], 10, 3 );
		Hooks::action( 'added_option', [ $this, 'added' ], 10, 2 );
		Hooks::action( 'delete_option', [ $this, 'before_delete' ] );
		// Options of the site that Advanced Custom Fields keeps: they may show anywhere.
		Hooks::action( 'acf/save_post', [ $this, 'acf' ], 20 );
	}

	/**
	 * Before a page becomes the front page, or stops being it: its address is another one then.
	 *
	 * @param mixed $name Name of the option.
	 * @param mixed $old Its value before.
	 * @param mixed $new Its value to be.
	 */
	public function before( $name, $old, $new ): void {
		if ( ! in_array( $name, self::PAGES, true ) ) {
			return;
		}
		foreach ( [ (int) $old, (int) $new ] as $id ) {
			$page = $id ? get_post( $id ) : null;
			if ( $page ) {
				$this->paths[ $id ] = $this->paths[ $id ] ?? Addresses::post( $page );
			}
		}
	}

	/**
	 * After an option has changed. The same value stored again does not come here.
	 *
	 * @param mixed $name Name of the option.
	 * @param mixed $old Its value before.
	 * @param mixed $new Its value now.
	 */
	public function changed( $name, $old = null, $new = null ): void {
		if ( in_array( $name, self::SETTINGS, true ) || ( self::is_theme( $name ) && self::logo( $old ) !== self::logo( $new ) ) ) {
			$this->collector->change()->add( Changes::EVERYTHING, Changes::SETTINGS );
		}
		if ( in_array( $name, self::EVERYTHING, true ) || in_array( $name, Rules::OPTIONS, true ) ) {
			$this->collector->change()->add( Changes::EVERYTHING, Changes::ALL );
		}
		// "Save Settings > Permalinks once": items whose addresses were not understood before are found now. Emptied rules say nothing: WordPress writes them again.
		if ( 'rewrite_rules' === $name && is_array( $new ) && class_exists( 'WPGraphQL' ) && self::rules( $old ) !== self::rules( $new ) ) {
			$this->collector->change()->add( Changes::EVERYTHING, Changes::ALL );
		}
		if ( ! in_array( $name, self::PAGES, true ) ) {
			return;
		}
		$changes = $this->collector->change();
		$changes->add( Changes::EVERYTHING, Changes::ALL );
		$changes->add( Addresses::path( home_url( '/' ) ), Changes::PUBLISH );
		foreach ( [ (int) $old, (int) $new ] as $id ) {
			$page   = $id ? get_post( $id ) : null;
			$path   = $page ? Addresses::post( $page ) : null;
			$before = $this->paths[ $id ] ?? null;
			if ( $before !== $path && '/' !== $before ) {
				$changes->add( $before, Changes::DELETE );
			}
			$changes->add( $path, Changes::PUBLISH );
		}
	}

	/**
	 * Before an option is deleted, as WordPress does with those of a logo or an icon that is taken away.
	 *
	 * @param mixed $name Name of the option.
	 */
	public function before_delete( $name ): void {
		if ( ! in_array( $name, self::PAGES, true ) ) {
			$this->changed( $name, get_option( $name ) );
		}
	}

	/**
	 * Rules without WPGraphQL's own: they come and go with it, and no page can be rendered without it.
	 *
	 * @param mixed $rules Rules of WordPress; a string where they were emptied.
	 * @return mixed[]
	 */
	private static function rules( $rules ): array {
		return array_filter(
			is_array( $rules ) ? $rules : [],
			static function ( $target ): bool {
				return is_string( $target ) && false === strpos( $target, 'graphql' );
			}
		);
	}

	/**
	 * Whether an option holds the settings of a theme.
	 *
	 * @param mixed $name Name of the option.
	 * @phpstan-assert-if-true string $name
	 */
	private static function is_theme( $name ): bool {
		return is_string( $name ) && 0 === strpos( $name, 'theme_mods_' );
	}

	/**
	 * The picture of the site's name.
	 *
	 * @param mixed $settings Settings of a theme.
	 */
	private static function logo( $settings ): int {
		return is_array( $settings ) && is_numeric( $settings['custom_logo'] ?? null ) ? (int) $settings['custom_logo'] : 0;
	}

	/**
	 * An option that was never set before.
	 *
	 * @param mixed $name Name of the option.
	 * @param mixed $value
	 */
	public function added( $name, $value = null ): void {
		$this->changed( $name, null, $value );
	}

	/**
	 * Fields of an options page.
	 *
	 * @param mixed $id `options`, `option`, a page's own name, or the id of a post: posts come by their fields.
	 */
	public function acf( $id ): void {
		if ( is_string( $id ) && ! is_numeric( $id ) && ! preg_match( '/^(user|term|comment|block)_/', $id ) ) {
			$this->collector->change()->add( Changes::EVERYTHING, Changes::ALL );
		}
	}
}
