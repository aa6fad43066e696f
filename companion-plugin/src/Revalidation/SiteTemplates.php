<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Revalidation;

defined( 'ABSPATH' ) || exit;

/**
 * The page templates of the site, as it last said.
 *
 * Each answer to the right secret names them in a header, so that no request is made for them.
 */
final class SiteTemplates {

	/** Names without `template-`. Read in each request of the admin. */
	public const OPTION = 'companion_templates';

	/** More are taken for a mistake. */
	private const MOST = 100;

	/**
	 * Keeps what the site says.
	 *
	 * @param string $header Names, separated by commas; empty where the site has none, or is of a version that does not say it.
	 */
	public static function keep( string $header ): void {
		$names = self::names( $header );
		if ( self::known() !== $names ) {
			update_option( self::OPTION, $names, true );
		}
	}

	/**
	 * The names in a header. Anything else is left out.
	 *
	 * @param string $header Header of an answer.
	 * @return string[]
	 */
	public static function names( string $header ): array {
		$names = array_map( 'trim', explode( ',', substr( $header, 0, 8000 ) ) );
		$names = preg_grep( '/^[a-z0-9]+(?:-[a-z0-9]+)*$/D', $names );
		return array_slice( array_values( array_unique( is_array( $names ) ? $names : [] ) ), 0, self::MOST );
	}

	/**
	 * The known names.
	 *
	 * @return string[]
	 */
	public static function known(): array {
		$names = get_option( self::OPTION, [] );
		return is_array( $names ) ? array_values( array_filter( $names, 'is_string' ) ) : [];
	}
}
