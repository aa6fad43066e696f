import type { Attributes } from 'sanitize-html';

/**
 * Elements that work on WordPress or another site only. A visitor is better told where than shown pieces of them: a form that another
 * host takes, a form for comments, a shop's cart and checkout, a login. And search forms, which lead to this site's own search.
 */
export type Elsewhere = 'search' | 'comments' | 'host' | 'shop' | 'login';

/** Classes of WordPress's own search forms and those of shops. */
const SEARCH =
  'search-form searchform wp-block-search woocommerce-product-search wc-block-product-search__form';

/**
 * Classes of WooCommerce, as its documentation and templates name them. Its cart and checkout are a visitor's own, which only the
 * shop knows: what it renders for the site is an empty cart.
 */
const SHOP =
  'woocommerce-cart-form woocommerce-checkout woocommerce-form-coupon variations_form wc-empty-cart-message cart-empty ' +
  'wp-block-woocommerce-cart wp-block-woocommerce-checkout wp-block-woocommerce-mini-cart wp-block-woocommerce-all-products ' +
  'wc-block-cart wc-block-checkout wc-block-mini-cart';
const LOGIN =
  'woocommerce-form-login woocommerce-form-register woocommerce-ResetPassword woocommerce-EditAccountForm ' +
  'woocommerce-MyAccount-navigation bbp-login-form';

const kinds = new Map(
  Object.entries({ search: SEARCH, shop: SHOP, login: LOGIN }).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as Elsewhere] as const),
  ),
);

/**
 * The kind of a CMS element, by the mark for `finishHtml`.
 * @returns the kind, of a form for another host with that host: `host list-manage.com`; undefined for anything else
 */
export function elsewhereOf(tagName: string, attribs: Attributes, cmsOrigin: string): string | undefined {
  const tokens = attribs.class?.split(/\s+/, 50) ?? [];
  const named = tokens.map((token) => kinds.get(token)).find(Boolean);
  if (tagName !== 'form') return named === 'search' ? undefined : named;
  const action = targetOf(attribs.action, cmsOrigin);
  if (!action) return named === 'search' ? undefined : named;
  const { host } = new URL(cmsOrigin);
  if (action.host !== host) return `host ${action.hostname}`;
  if (named !== undefined && named !== 'search') return named;
  if (action.pathname.endsWith('/wp-comments-post.php')) return 'comments';
  // The form of a post that is protected goes there as well, and is no login.
  if (action.pathname.endsWith('/wp-login.php') && !action.searchParams.has('action')) return 'login';
  const isSearch = named === 'search' || attribs.role?.toLowerCase() === 'search';
  return isSearch && attribs.method?.toLowerCase() !== 'post' ? 'search' : undefined;
}

function targetOf(action = '', cmsOrigin: string): URL | undefined {
  if (!URL.canParse(action, `${cmsOrigin}/`)) return undefined;
  const url = new URL(action, `${cmsOrigin}/`);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}
