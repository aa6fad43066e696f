import { NotFound } from '@/components/NotFound';

export const metadata = { title: 'Page not found' };

/**
 * Next renders this into the data of every page, so it reads nothing from the CMS: what it read would become a
 * dependency of them all. Addresses of the CMS get their not-found page, with header and menus, from `Missing`.
 */
export default function NotFoundPage() {
  return (
    <main>
      <NotFound />
    </main>
  );
}
