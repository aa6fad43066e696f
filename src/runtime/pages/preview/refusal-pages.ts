/** Pages for an editor whose preview does not open. A route handler cannot render the site's own pages, so these stand alone. */

/** @param ahead seconds by which the clock of the site is ahead of WordPress's, where they are too far apart */
export const missingItemPage = (ahead: number | null): string =>
  page(
    'Page not found',
    ahead === null
      ? 'There is nothing to preview here: the item is missing, in the trash, or not of this type.'
      : `WordPress does not show this item. ${apart(ahead)}`,
  );

/** @param ahead seconds by which the clock of the site is ahead of WordPress's, where they are too far apart */
export const expiredPage = (ahead: number | null): string =>
  page(
    'This preview link has expired',
    ahead === null ? 'Open the preview once more from WordPress.' : apart(ahead),
  );

const apart = (ahead: number): string =>
  `The clock of this site is ${Math.round(Math.abs(ahead) / 60)} minutes ${ahead > 0 ? 'ahead of' : 'behind'} that of WordPress. Previews work while both are less than five minutes apart: set both servers by network time (NTP), then open the preview once more.`;

const page = (title: string, text: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif }
  body { max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem }
</style>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="/">Go to the homepage</a></p>
</html>
`;
