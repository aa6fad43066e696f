/** This site's configuration: its answers with the environment laid over them, validated. On the server only. */
export { isProduction, siteConfig } from '../config/site.ts';
