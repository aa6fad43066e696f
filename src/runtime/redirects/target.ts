import type { RuleList } from './types.ts';

/** Addresses of WordPress itself, and not of the site. */
const ofWordPress = /^(\/[^/?#]+)*\/(wp-(admin|content|includes|json)(\/|\?|#|$)|[^/?#]*\.php(\?|#|$))/i;

/** The scheme, the host and the port that a template names before its first capture; a host that goes on into a capture is none. */
const namedOrigin = /^https?:\/\/[^/?#$\\]+/i;

/** Addresses that are no page and that WordPress leads to as well; `companion-plugin/src/Redirects/Places.php` has them, too. */
const ofDevices = /^(?:mailto|tel|sms):/i;

/**
 * Where a redirect leads.
 *
 * An address of another site is taken only where the rule itself names it: a template that puts the host together from what a
 * visitor sent would lead anywhere. WordPress's own host becomes the site's, except for files and its own screens.
 * @param template of the rule, of bytes
 * @param filled the template with what was found, of bytes
 * @returns a path, or an absolute address elsewhere; null where it must not be followed
 */
export function whereTo(template: string, filled: string, list: RuleList): string | null {
  const to = sanitized(filled);
  if (to === '') return null;
  if (ofDevices.test(template) && ofDevices.test(to)) return to;
  if (/^[a-z][a-z\d+.-]*:/i.test(to)) return elsewhere(template, to, list);
  if (to.startsWith('//')) {
    const place = template.startsWith('//') ? elsewhere(`https:${template}`, `https:${to}`, list) : null;
    return place?.startsWith('https:') ? to : place;
  }
  return onSite(to.startsWith('/') || /^[?#]/.test(to) ? to : `/${to}`, list);
}

function elsewhere(template: string, to: string, list: RuleList): string | null {
  // In the form of the result: a host may be written in letters of any language.
  const named = sanitized(namedOrigin.exec(template)?.[0] ?? '');
  if (!URL.canParse(to) || !URL.canParse(named)) return null;
  const url = new URL(to);
  const known = new URL(named);
  if (url.origin !== known.origin || url.username !== known.username || url.password !== known.password)
    return null;
  if (!list.hosts.includes(url.host)) return to;
  return onSite(to.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/'), list);
}

/** @param to a path */
function onSite(to: string, { folder, origin }: RuleList): string | null {
  const inFolder = folder !== '' && (to === folder || to.startsWith(`${folder}/`));
  const own = (inFolder ? to.slice(folder.length) : to).replace(/^(?=[?#]|$)/, '/');
  // A browser would take the second part for a host.
  if (own.startsWith('//')) return null;
  return ofWordPress.test(own) && origin !== '' ? origin + to : own;
}

/** WordPress's `wp_sanitize_redirect`. */
function sanitized(bytes: string): string {
  let to = bytes
    .replaceAll(' ', '%20')
    .replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/[^a-z\d\-~+_.?#=&;,/:%!*[\]()@]/gi, '');
  for (let before = ''; before !== to; ) {
    before = to;
    to = to.replace(/%0[da]/gi, '');
  }
  return to;
}
