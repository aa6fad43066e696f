/** First parts of this site's own addresses, as a pattern: no content lives below them. */
export const OWN_FOLDERS = '(?:api|preview|og|sitemap|_next|_vercel|\\.well-known)';
