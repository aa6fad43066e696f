import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import NotFoundPage from '@/app/not-found';

/**
 * The not-found page with status 404, in the server's HTML. `notFound()` alone answers 404 with an empty body that only
 * JavaScript fills (vercel/next.js#62228, Next 16.4); thrown inside a boundary it sets the status and leaves the HTML
 * around it. That works for pages that are cached; one that is rendered for every request has sent its status by then,
 * so it gets the empty body.
 */
export function Missing({ dynamic }: { dynamic: boolean }) {
  if (dynamic) notFound();
  return (
    <>
      <NotFoundPage />
      <Suspense fallback={null}>
        <SetStatus />
      </Suspense>
    </>
  );
}

function SetStatus(): never {
  notFound();
}
