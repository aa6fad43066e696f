import { serializeJsonLd } from '../seo/json-ld.ts';
import type { ResolvedRoute } from './resolve.ts';
import { structuredDataOf } from './structured-data.ts';

/** What search engines read of a page. A preview is none of their business. */
export function StructuredData({ route }: { route: ResolvedRoute }) {
  if (route.preview) return null;
  const json = serializeJsonLd(structuredDataOf(route));
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: serializeJsonLd escapes what could end the element
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
  );
}
