import { NotFound } from '@/components/NotFound';
import { SiteShell } from '@/components/shell/SiteShell';
import { readNotFoundShell } from '@/lib/cms/shell';

export const metadata = { title: 'Page not found' };

export default async function NotFoundPage() {
  return (
    <SiteShell shell={await readNotFoundShell()}>
      <NotFound />
    </SiteShell>
  );
}
