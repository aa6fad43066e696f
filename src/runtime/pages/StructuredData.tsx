import { serializeJsonLd } from '../seo/json-ld.ts';
import type { ResolvedRoute } from './resolve.ts';
import { structuredDataOf } from './structured-data.ts';

interface Props {
  route: ResolvedRoute;
  /**
   * The owner's properties of schema.org for what the page is about, a post's `BlogPosting` or a page's `WebPage`: beside the
   * site's own, or in their place. Empty ones (null, undefined, '') are left out.
   */
  properties?: Readonly<Record<string, unknown>>;
}

/** Data for search engines. A preview is none of their business. */
export function StructuredData({ route, properties = {} }: Props) {
  if (route.preview) return null;
  const json = serializeJsonLd(structuredDataOf(route, properties));
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: serializeJsonLd escapes what could end the element
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
  );
}
