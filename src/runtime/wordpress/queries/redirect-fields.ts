import { mac } from '../../base/mac.ts';
import type { Capabilities } from '../fields/capabilities.ts';

/** The label of the companion plugin's `RedirectsField`. */
const LABEL = 'companion/redirects/v1';

/** Rules may name addresses that nobody is to know, so the plugin gives them to the site alone. @param secret of the revalidate route */
export const redirectsKey = (secret: string): string => mac(secret, LABEL, 'list');

/** Query that finds out whether a plugin in WordPress has rules: the field is there only then. */
export const redirectsProbe = '  redirects: companionRedirects(key: "", known: "")';

/** For a query that is made anyway; nothing where no plugin has rules. @param known digest of the list that is there already */
export const redirectsField = ({ redirects }: Pick<Capabilities, 'redirects'>, known = ''): string =>
  redirects ? `redirects: companionRedirects(key: "${redirects}", known: ${JSON.stringify(known)})` : '';
