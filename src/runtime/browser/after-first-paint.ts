/**
 * Runs something once the page is seen and loaded and the browser has nothing better to do. A page that was only prepared, in
 * case somebody follows a link to it, has been seen by nobody.
 */
export function afterFirstPaint(run: () => void): void {
  const page = document as Document & { prerendering?: boolean };
  if (page.prerendering) page.addEventListener('prerenderingchange', () => whenLoaded(run), { once: true });
  else whenLoaded(run);
}

function whenLoaded(run: () => void): void {
  if (document.readyState === 'complete') whenIdle(run);
  else addEventListener('load', () => whenIdle(run), { once: true });
}

function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 3000 });
  else setTimeout(run, 200);
}
