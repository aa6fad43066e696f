import { InvalidValue } from '../base/invalid-value';
import { isLocalHost } from '../runtime/base/hosts';
import { originAmong, withScheme } from '../runtime/content/images/origins';

/** Custom content types of the sample CMS. */
export const SAMPLE_CMS_TYPES: readonly string[] = ['project'];

/** Hosts of WordPress's avatars, which every site shows. */
export const GRAVATAR_HOSTS: readonly string[] = [
  'secure.gravatar.com',
  '0.gravatar.com',
  '1.gravatar.com',
  '2.gravatar.com',
];

/** Addresses of WordPress itself that people copy from the browser. */
const INSIDE_WORDPRESS = /\/(wp-admin|wp-login\.php|wp-json|xmlrpc\.php|index\.php)(\/.*)?$/;

/**
 * GraphQL endpoints that `text` may mean, the likeliest first: `example.com`, the address of a site, or the endpoint.
 * Without a scheme a public host is tried with https and then with http, a local one the other way round.
 * @throws {InvalidValue} when it is no http address, or carries a password
 */
export function toCandidates(text: string): [string, ...string[]] {
  const trimmed = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme) return [toEndpoint(trimmed)];
  const secure = toEndpoint(`https://${trimmed}`);
  const plain = toEndpoint(`http://${trimmed}`);
  return isLocalHost(new URL(secure).hostname) ? [plain, secure] : [secure, plain];
}

/**
 * The address as it was given: only asking the CMS can tell which endpoint it means.
 * @throws {InvalidValue} as toCandidates
 */
export function checkedAddress(text: string): string {
  toCandidates(text);
  return text.trim();
}

function toEndpoint(address: string): string {
  const url = toHttpUrl(address);
  const path = url.pathname.replace(/\/+$/, '').replace(INSIDE_WORDPRESS, '');
  return `${url.origin}${path.endsWith('/graphql') ? path : `${path}/graphql`}`;
}

/** Whether a text is the exact name of a host. A URL may hold others: `a;b` would end a rule of a security policy. */
export function isHostName(text: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(text);
}

/** @returns an address as `image-hosts.json` names it: a host, which is meant with https, or an origin; undefined for what is none */
export function pictureHost(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !isHostName(url.hostname)) return undefined;
  return url.origin === `https://${url.hostname}` ? url.hostname : url.origin;
}

/** Whether a text is an entry of `image-hosts.json`, in its one form. */
export function isPictureHost(text: string): boolean {
  return text === pictureHost(withScheme(text));
}

/**
 * @param endpoint of the CMS, whose own pictures are shown anyway
 * @returns the entry of `image-hosts.json` under which a picture from elsewhere is shown. The CMS's host by itself stands in the file
 *   for its own origin, so the same host with another scheme or port is named whole.
 */
export function otherHost(address: string, endpoint: string): string | undefined {
  const entry = pictureHost(address);
  if (!entry) return undefined;
  const { origin, hostname } = new URL(endpoint);
  if (originAmong([origin], new URL(address))) return undefined;
  return entry === hostname ? new URL(address).origin : entry;
}

/** Whether an address is one of this machine or of a private name: what goes there unencrypted, nobody on the way reads. */
export function isLocalAddress(url: string): boolean {
  return isLocalHost(new URL(url).hostname);
}

/** Whether two addresses of a site are the same; a slash at the end makes no difference. */
export function isSameAddress(one: string, other: string): boolean {
  return one.replace(/\/+$/, '') === other.replace(/\/+$/, '');
}

/** The public address of the site, without a trailing slash. */
export function toSiteUrl(text: string): string {
  const trimmed = text.trim();
  const local = isLocalHost(trimmed.replace(/[:/].*$/, ''));
  const url = toHttpUrl(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${local ? 'http' : 'https'}://${trimmed}`,
    'for doctor, set SITE_AUTHORIZATION in the environment instead',
  );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function toHttpUrl(address: string, instead = 'set CMS_AUTHORIZATION in the environment instead'): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !/^[^\s<>"'\\]+$/.test(url.hostname)) {
    throw new InvalidValue('must be an http or https address, for example https://example.com');
  }
  if (url.username || url.password) {
    throw new InvalidValue(`must be an address without user name and password; ${instead}`);
  }
  return url;
}
