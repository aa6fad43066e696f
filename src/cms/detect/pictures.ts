import { Parser } from 'htmlparser2';
import { isPrivateHost } from '../../runtime/base/hosts';
import type { Capabilities } from '../../runtime/wordpress/fields/capabilities';
import { companionBlockFields } from '../../runtime/wordpress/queries/fragments/blocks';
import { GRAVATAR_HOSTS, otherHost } from '../url';
import type { DetectedCms } from './detected';
import { formsIn } from './forms';
import type { Ask } from './parts';

/** More would be a rule without a rule: who links pictures from anywhere writes `https:` into image-hosts.json. */
const MAX_HOSTS = 20;
/** Number of the newest items read of every content type. */
const ITEMS = 10;
/** Attributes of elements that the site keeps, and whose files a browser loads by itself. */
const ELEMENTS = ['img', 'source', 'video', 'audio'];

/**
 * A sample of real content: texts, featured pictures and blocks, logo and icon. It is a document of its own: WordPress
 * renders each text for it, and where that fails or takes too long, nothing else is lost.
 * @returns `contentHosts`: of pictures and media, which the media library does not know, most used first, without the CMS's own,
 *   avatars and private hosts. `forms`: plugins whose forms it has. Null where that could not be found out
 */
export async function sampleContent(
  ask: Ask,
  capabilities: Capabilities | null,
  endpoint: string,
): Promise<Pick<DetectedCms, 'contentHosts' | 'forms'>> {
  try {
    const { data } = await ask(documentFor(capabilities));
    if (data) return { contentHosts: hostsIn(data, endpoint), forms: formsIn(data) };
  } catch {
    // It stays unknown.
  }
  return { contentHosts: null, forms: null };
}

function documentFor(capabilities: Capabilities | null): string {
  const { blocks = false, identity = false } = capabilities ?? {};
  return `query Pictures {
  ${identity ? 'companionIdentity { logo { sourceUrl: url } icon { sourceUrl: url } }' : ''}
  newest: contentTypes(first: 100) { nodes { contentNodes(first: ${ITEMS}) { nodes { ...Shown } } } }
  front: nodeByUri(uri: "/") { ...Shown }
}
fragment Shown on UniformResourceIdentifiable {
  ... on NodeWithContentEditor { content }
  ... on NodeWithFeaturedImage { featuredImage { node { sourceUrl } } }
  ${blocks ? '...CompanionBlockFields' : ''}
}
${blocks ? companionBlockFields : ''}`;
}

/** @param answer any tree: what is called `sourceUrl` is an address, every other text may be HTML */
export function hostsIn(answer: unknown, endpoint: string): string[] {
  const counts = new Map<string, number>();
  for (const address of addressesIn(answer)) {
    const host = hostOf(address, endpoint);
    if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([host]) => host)
    .slice(0, MAX_HOSTS);
}

/** Anybody who writes posts decides what stands there: a name of this machine or of a private net is not offered. */
function hostOf(address: string, endpoint: string): string | undefined {
  // An address without a scheme has that of its page, which is https on a site.
  const base = address.startsWith('//') ? 'https://any.invalid' : endpoint;
  if (!URL.canParse(address, base)) return undefined;
  const { href, hostname } = new URL(address, base);
  return isPrivateHost(hostname) || GRAVATAR_HOSTS.includes(hostname) ? undefined : otherHost(href, endpoint);
}

function addressesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return key === 'sourceUrl' ? [value] : addressesInHtml(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => addressesIn(inner, name));
}

function addressesInHtml(html: string): string[] {
  if (!html.includes('<')) return [];
  const addresses: string[] = [];
  const parser = new Parser({
    onopentag(name, { src, srcset, poster }) {
      if (!ELEMENTS.includes(name)) return;
      const candidates = srcset
        ?.split(/(?<=\s[\d.]+[wx])\s*,\s*|,\s+/)
        .map((one) => one.trim().split(/\s/)[0]);
      addresses.push(...[src, poster, ...(candidates ?? [])].flatMap((address) => address?.trim() || []));
    },
  });
  parser.end(html);
  return addresses;
}
