import { notFound, permanentRedirect } from 'next/navigation';
import { encodedUri } from '../wordpress/model/paths.ts';
import { findPathOf } from '../wordpress/short-link.ts';

/** WordPress's short links, `/?p=42`, lead to the item's own address. */
export default async function ShortLinkPage({ params }: { params: Promise<{ id: string }> }) {
  const path = await findPathOf((await params).id);
  if (path === null) notFound();
  permanentRedirect(encodedUri(path));
}
