import { BELOW_OWN_FOLDERS, OWN_ROUTES } from '../runtime/base/own-routes';

/** @returns the plugin's copy of the site's own addresses, as a class of patterns */
export const ownRoutesPhp = (): string => `<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\\Redirects;

defined( 'ABSPATH' ) || exit;

/**
 * Addresses of the site itself. Generated from \`src/runtime/base/own-routes.ts\` by \`npm run generate\`.
 */
final class OwnRoutes {

	/** All that stands in every site. In its other folders the site follows a rule where nothing stands. */
	public const ROUTES = '#^/(?:${OWN_ROUTES})#';

	/** Its folders: another page is shown in the place of none of theirs. */
	public const FOLDERS = '#^/(?:${BELOW_OWN_FOLDERS})#';
}
`;
