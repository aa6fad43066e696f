/** A route handler cannot render the site's own not-found page, so this one stands alone. */
export const missingItemPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Page not found</title>
<style>
  :root { color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif }
  body { max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem }
</style>
<h1>Page not found</h1>
<p>There is nothing to preview here: the item is missing, in the trash, or not of this type.</p>
<p><a href="/">Go to the homepage</a></p>
</html>
`;
