import { notFound, permanentRedirect } from 'next/navigation';
import { encodedUri } from '../cms/paths.ts';
import { findPathOf } from '../cms/short-link.ts';

/** WordPress's short links, `/?p=42`, lead to the item's own address. */
export default async function ShortLinkPage({ params }: { params: Promise<{ id: string }> }) {
  const path = await findPathOf((await params).id);
  if (path === null) notFound();
  permanentRedirect(encodedUri(path));
}
