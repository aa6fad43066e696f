import { isProduction } from 'headless-site/config';
import { Quiet, readNotFoundShell } from 'headless-site/content';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { SiteShell } from '@/components/shell/SiteShell';
import { MissingView } from './MissingView';

/**
 * The not-found page with status 404, in the server's HTML. `notFound()` alone answers 404 with an empty body that only
 * JavaScript fills (vercel/next.js#62228, Next 16.4); thrown inside a boundary it sets the status and leaves the HTML
 * around it. That works for pages that are cached; one that is rendered for every request (all of them in
 * development) has sent its status by then, so it gets the empty body.
 */
export async function Missing({ path, dynamic }: { path: string; dynamic: boolean }) {
  if (dynamic || !isProduction) notFound();
  const shell = await readNotFoundShell(path);
  return (
    <>
      <SiteShell shell={shell}>
        <MissingView path={path} shell={shell} />
      </SiteShell>
      <Quiet>
        <Suspense fallback={null}>
          <SetStatus />
        </Suspense>
      </Quiet>
    </>
  );
}

function SetStatus(): never {
  notFound();
}
