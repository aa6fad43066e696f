<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

defined( 'ABSPATH' ) || exit;

/**
 * Rules for addresses that are the site's own, and rules that lead to what is no address for visitors.
 *
 * The site follows neither (`src/runtime/redirects/stand.ts`, `target.ts`), and the administrator is told. No WordPress call is made here.
 *
 * @phpstan-import-type Rule from Rules
 */
final class Places {

	/** Targets with a scheme other than these: pages, mails, telephone numbers. */
	private const NO_PLACE = '/^(?!https?:|mailto:|tel:|sms:)[a-z][a-z0-9+.-]*:/i';

	/**
	 * Why the site does not follow a rule.
	 *
	 * @param Rule $rule
	 * @param string $folder Path that WordPress lives in, without a slash at its end; mostly empty.
	 * @return string|null Null where nothing speaks against it.
	 */
	public static function reason( array $rule, string $folder ): ?string {
		$status = $rule['status'] ?? 301;
		if ( $status < 400 && preg_match( self::NO_PLACE, $rule['to'] ?? '' ) ) {
			return Rules::SCHEME;
		}
		$kind = $rule['kind'] ?? 'exact';
		$from = $rule['from'];
		if ( 'contains' === $kind || 'end' === $kind || ( 'regex' === $kind && '^' !== substr( $from, 0, 1 ) ) ) {
			return null;
		}
		// The path of a pattern is the text that it begins with.
		$path = 'regex' === $kind ? stripslashes( ltrim( $from, '^' ) ) : (string) strtok( $from, '?' );
		$path = '/' . ltrim( $path, '/' );
		if ( '' !== $folder && 0 === strpos( $path, "$folder/" ) ) {
			$path = substr( $path, strlen( $folder ) );
		}
		return preg_match( 200 === $status ? OwnRoutes::FOLDERS : OwnRoutes::ROUTES, $path ) ? Rules::OWN : null;
	}
}
