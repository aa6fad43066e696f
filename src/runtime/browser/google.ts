/**
 * Google's own loader, as its documentation has it, without advertising: no signals across devices and no
 * personalisation, so that no other host of Google's is asked and the Content-Security-Policy can name each one.
 */
export function startGoogle(id: string): void {
  const page = window as { dataLayer?: unknown[] } & Window;
  page.dataLayer ??= [];
  const { dataLayer } = page;
  function gtag(..._command: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: gtag.js reads nothing but arguments objects from its queue
    dataLayer.push(arguments);
  }
  gtag('js', new Date());
  gtag('config', id, { allow_google_signals: false, allow_ad_personalization_signals: false });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}
