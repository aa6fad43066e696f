import { MissingView } from '@/components/routes/MissingView';
import { missingWords } from '@/components/words';

export const metadata = { title: missingWords.name };

/**
 * Next renders this into the data of every page, so it reads nothing from the CMS: what it read would become a
 * dependency of them all. Addresses of the CMS get their not-found page, with header and menus, from `Missing`.
 */
export default async function NotFoundPage() {
  // A constant of Next's: a build leaves out what stands in here, and with it what its pages would have to load.
  if (process.env.NODE_ENV === 'development') {
    const { MissingInDevelopment } = await import('@/components/routes/MissingInDevelopment');
    return <MissingInDevelopment />;
  }
  return (
    <main>
      <MissingView path={null} shell={null} />
    </main>
  );
}
