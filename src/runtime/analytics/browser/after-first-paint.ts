/** Runs something once the page has loaded and the browser has nothing better to do. @returns how to call it off */
export function afterFirstPaint(run: () => void): () => void {
  let off = false;
  const whenIdle = () => {
    if (off) return;
    const once = () => !off && run();
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(once, { timeout: 3000 });
    else setTimeout(once, 200);
  };
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
  return () => {
    off = true;
    removeEventListener('load', whenIdle);
  };
}
