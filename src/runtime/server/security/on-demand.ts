import { beforeNode } from '../../base/before-next.ts';

/** Next's own way to have a page made again, with the value of draft mode's cookie. Nothing here uses it. */
const headers = ['x-prerender-revalidate', 'x-prerender-revalidate-if-generated'];

/** Takes these headers off each request; `proxy.ts` comes too late, because Next leaves it out where the value is right. */
export function ignoreOnDemandRevalidation(): void {
  beforeNode(({ headers: sent }) => {
    for (const name of headers) delete sent[name];
  });
}
