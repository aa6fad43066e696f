import { siteUrl } from '../../../seo/site.ts';
import { lasting } from '../../../wordpress/model/strategy.ts';
import { readIdentity } from '../../../wordpress/shell.ts';

/** A message is delivered whatever the CMS does: without it the mail says where it comes from. */
export async function siteName(): Promise<string> {
  return readIdentity(lasting).then(
    ({ title }) => title,
    () => siteUrl,
  );
}
