import { resolvePreview } from 'headless-site/content';
import { connection } from 'next/server';
import { ContentRoute } from '@/components/routes/ContentRoute';

export const metadata = { robots: { index: false, follow: false } };

/** A draft that has no address yet. Only the visitor whose cookie names this item sees anything. */
export default async function PreviewPage({ params }: { params: Promise<{ id: string }> }) {
  await connection();
  const { id } = await params;
  return <ContentRoute route={await resolvePreview(id)} path={`/preview/${id}`} dynamic />;
}
