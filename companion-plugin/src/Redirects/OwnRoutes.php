<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Redirects;

defined( 'ABSPATH' ) || exit;

/**
 * Addresses of the site itself. Generated from `src/runtime/base/own-routes.ts` by `npm run generate`.
 */
final class OwnRoutes {

	/** All that stands in every site. In its other folders the site follows a rule where nothing stands. */
	public const ROUTES = '#^/(?:_next(?![^/?])|api/(?:comments|contact|exit-preview|forms|preview|revalidate)(?![^/?])|og/?$|search/(?:results|texts\.json|titles\.json)/?$|sitemap/[1-9]\d{0,3}\.xml$)#';

	/** Its folders: another page is shown in the place of none of theirs. */
	public const FOLDERS = '#^/(?:(?:api|preview|og|sitemap|_next|_vercel|\.well-known)(?![^/?])|search/.)#';
}
