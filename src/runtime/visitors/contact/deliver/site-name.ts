import { readIdentity } from '../../../cms/shell.ts';
import { lasting } from '../../../cms/strategy.ts';
import { siteUrl } from '../../../seo/site.ts';

/** A message is delivered whatever the CMS does: without it the mail says where it comes from. */
export async function siteName(): Promise<string> {
  return readIdentity(lasting).then(
    ({ title }) => title,
    () => siteUrl,
  );
}
