/** Longer addresses are dropped: nobody writes them, and the sanitiser's checks grow with the square of the length. */
export const MAX_URL_LENGTH = 4096;

/** See `not-shown.ts`. */
const STAY = '&on-wordpress=1';

/** Folders and files that only the CMS serves. */
const CMS_ONLY =
  /^\/(?:wp-(?:content|admin|json|includes|login\.php)|feed|xmlrpc\.php)(?:$|[/?#])|\/feed\/?(?:$|[?#])|[?&]feed=\w/i;

/** Addresses at which WooCommerce does something: the cart is in the shop. */
const SHOP_ACTION = /[?&](?:add-to-cart|remove_item)=/;

/** Leads to WordPress's own page: so does a query loop that no archive goes on with (the companion's `LoopPages`). Weeks have no archive here. */
const ON_WORDPRESS = /[?&]on-wordpress=1\b/;
const WEEK = /^\/\?(?=.*\bm=\d)(?=.*\bw=\d)/;

/** WordPress has its form below another comment by a query. */
const REPLY = /\?replytocom=\d+(?=#respond$)/;

/** A last segment such as `price-list.pdf`; pages may end in `.html`. */
const FILE = /\.(?!html?(?:$|[?#]))[a-z0-9]{2,5}(?:$|[?#])/i;

/**
 * Where a link of the CMS leads on this site.
 * @returns a path for pages of the CMS, an absolute address for its uploads, files and feeds, and for what its shop does; other links unchanged
 */
export function localHref(href: string, cmsOrigin: string): string {
  const url = href.trim();
  const path = pathOnCms(url, cmsOrigin);
  if (path === undefined) return url;
  if (SHOP_ACTION.test(path)) return cmsOrigin + path.replace(/#.*$/, '') + STAY;
  if (ON_WORDPRESS.test(path)) return cmsOrigin + path;
  if (WEEK.test(path)) return cmsOrigin + path + STAY;
  return CMS_ONLY.test(path) || FILE.test(path.split(/[?#]/)[0] ?? '')
    ? cmsOrigin + path
    : path.replace(REPLY, '');
}

/** The address of an image, video or other file: what lies on the CMS stays there, also when written without its host. */
export function fileHref(src: string, cmsOrigin: string): string {
  const path = pathOnCms(src.trim(), cmsOrigin);
  return path === undefined ? src.trim() : cmsOrigin + path;
}

/** `/path?query#hash` below the CMS's address, whichever of http and https is written; undefined for other sites. */
function pathOnCms(url: string, cmsOrigin: string): string | undefined {
  if (/^\/(?![/\\])/.test(url)) return url;
  const [, scheme, host, rest] = /^(https?:)?\/\/([^/?#\\]+)(.*)$/is.exec(url) ?? [];
  if (host === undefined || rest === undefined) return undefined;
  const cms = new URL(cmsOrigin);
  if (hostOf(host, scheme ?? cms.protocol) !== cms.host) return undefined;
  const folder = cms.pathname.replace(/\/$/, '');
  if (!rest.toLowerCase().startsWith(folder.toLowerCase())) return undefined;
  const path = rest.slice(folder.length);
  if (path === '') return '/';
  if (path.startsWith('?') || path.startsWith('#')) return `/${path}`;
  // `//evil` behind the host would be another site once the host is cut off.
  return path.startsWith('/') ? path.replace(/^[/\\]+/, '/') : undefined;
}

/** Hosts are compared as browsers read them: letters of any alphabet are `xn--` names, and the usual port of a scheme is none. */
function hostOf(written: string, scheme: string): string | undefined {
  const url = written.includes('@') ? '' : `${scheme}//${written}`;
  return URL.canParse(url) ? new URL(url).host : undefined;
}
