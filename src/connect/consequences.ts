import type { CompanionSettings } from '../plan/companion-settings';

/**
 * What connecting changes in WordPress; the plugin says the same where an administrator agrees
 * (`companion-plugin/src/Pairing/Consequences.php`).
 */
export function consequences({
  serviceUrl,
  webhooksEnabled,
  previewEnabled,
}: Pick<CompanionSettings, 'serviceUrl' | 'webhooksEnabled' | 'previewEnabled'>): string[] {
  return [
    ...(webhooksEnabled
      ? [`WordPress tells ${serviceUrl} which pages have changed, in the background after each save.`]
      : []),
    `${previewEnabled ? 'Preview buttons open the site, and ' : ''}"View" and "Visit Site" lead there.`,
    'In browsers, scripts of the site may read GraphQL and REST; scripts of other websites may not.',
    'Visitors and search engines find the pages of WordPress as before: no redirect, no noindex, the same sitemap.',
    'Redirect and noindex are switches under Headless Site > Settings. Another address of the site, or none, switches both off again.',
  ];
}

/** What was switched on in WordPress before, and is still in force. */
export function stillOn({
  redirectFrontEnd,
  noindexFrontEnd,
}: {
  redirectFrontEnd: boolean;
  noindexFrontEnd: boolean;
}): string[] {
  return [
    ...(redirectFrontEnd
      ? ['WordPress sends its visitors to the site: the redirect is switched on there.']
      : []),
    ...(noindexFrontEnd
      ? [
          'WordPress keeps its own pages out of search engines while the site is public and open to them: that is switched on there.',
        ]
      : []),
  ];
}
