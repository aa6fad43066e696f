/** What search engines and social networks read of a page. */

export { Canonical } from '../pages/Canonical.tsx';
export { StructuredData } from '../pages/StructuredData.tsx';
export { siteMetadata } from '../pages/site-metadata.ts';
export type { ShareCardProps } from '../routes/share-image.tsx';
