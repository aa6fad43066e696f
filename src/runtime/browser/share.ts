/**
 * Hands the address of the page to the device's own way of sharing, or else copies it. The button's `data-done` is said in the
 * status behind it.
 */
export default async function share(button: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  if (navigator.share) {
    // A visitor who closes the sheet wanted nothing else.
    return navigator.share({ title: document.title, url }).catch(() => {});
  }
  // Neither without TLS, nor where the visitor refuses: then the address itself is there to be copied.
  const isCopied = await Promise.resolve(navigator.clipboard?.writeText(url).then(() => true)).catch(
    () => false,
  );
  const status = button.parentElement?.querySelector('[role=status]');
  if (status) status.textContent = isCopied ? (button.dataset.done ?? '') : url;
}
