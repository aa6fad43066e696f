// esbuild puts these into every file with JSX, the site's components included: WordPress brings its own React.
export { createElement, Fragment } from '@wordpress/element';
