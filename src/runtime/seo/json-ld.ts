/**
 * Structured data, schema.org's words in one graph. The site makes its own also where an SEO plugin has a graph: theirs
 * (Yoast's `schema.raw`, Rank Math's `jsonLd.raw`) names every address on the CMS, down to the `@id`s.
 */

type Node = Record<string, unknown>;

export interface SiteFacts {
  /** Without a trailing slash. */
  url: string;
  name: string;
  description: string;
  language: string;
  /** Whether there is a page at `/search`. */
  hasSearch: boolean;
}

export interface PageFacts {
  kind: 'page' | 'article' | 'archive';
  url: string;
  title: string;
  description?: string;
  image?: string;
  /** Moments in UTC. */
  publishedAt?: string;
  modifiedAt?: string;
  author?: { name: string; url?: string };
  section?: string;
  /** From the top page down to the parent; the page itself is added. */
  trail: { name: string; url: string }[];
  /** The owner's, of what the page is about. */
  properties?: Readonly<Node>;
}

export function graphOf(site: SiteFacts, page: PageFacts): Node {
  const graph = [
    organization(site),
    website(site, page),
    webPage(site, page),
    breadcrumbs(page),
    article(site, page),
  ];
  return { '@context': 'https://schema.org', '@graph': graph.filter((node) => node !== null) };
}

/**
 * JSON for a script element. `<` and `>` could end the element or open a comment in it, and the two line separators
 * end a line for old parsers of scripts; written as escapes all of them mean the same to JSON.
 */
export function serializeJsonLd(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const idOf = (url: string, part: string) => `${url}#${part}`;

function organization({ url, name }: SiteFacts): Node {
  return { '@type': 'Organization', '@id': idOf(`${url}/`, 'organization'), name, url: `${url}/` };
}

/** Search engines look for the search on the front page alone. */
function website({ url, name, description, language, hasSearch }: SiteFacts, page: PageFacts): Node {
  return {
    '@type': 'WebSite',
    '@id': idOf(`${url}/`, 'website'),
    url: `${url}/`,
    name,
    ...(description ? { description } : {}),
    inLanguage: language,
    publisher: { '@id': idOf(`${url}/`, 'organization') },
    ...(hasSearch && page.url === `${url}/` ? { potentialAction: searchAction(url) } : {}),
  };
}

function searchAction(url: string): Node {
  return {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${url}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
}

function webPage(site: SiteFacts, page: PageFacts): Node {
  return {
    '@type': page.kind === 'archive' ? 'CollectionPage' : 'WebPage',
    '@id': idOf(page.url, 'webpage'),
    url: page.url,
    name: page.title,
    ...(page.description ? { description: page.description } : {}),
    ...(page.image ? { primaryImageOfPage: { '@type': 'ImageObject', url: page.image } } : {}),
    ...datesOf(page),
    inLanguage: site.language,
    isPartOf: { '@id': idOf(`${site.url}/`, 'website') },
    ...(page.trail.length > 0 ? { breadcrumb: { '@id': idOf(page.url, 'breadcrumb') } } : {}),
    ...(page.kind === 'article' ? {} : given(page)),
  };
}

function breadcrumbs({ trail, url, title }: PageFacts): Node | null {
  if (trail.length === 0) return null;
  const items = [...trail, { name: title, url }];
  return {
    '@type': 'BreadcrumbList',
    '@id': idOf(url, 'breadcrumb'),
    itemListElement: items.map((item, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: item.name,
      item: item.url,
    })),
  };
}

function article(site: SiteFacts, page: PageFacts): Node | null {
  if (page.kind !== 'article') return null;
  const { url, title, description, image, author, section } = page;
  return {
    '@type': 'BlogPosting',
    '@id': idOf(url, 'article'),
    headline: title,
    ...(description ? { description } : {}),
    ...(image ? { image } : {}),
    ...datesOf(page),
    ...(author ? { author: { '@type': 'Person', ...author } } : {}),
    ...(section ? { articleSection: section } : {}),
    inLanguage: site.language,
    mainEntityOfPage: { '@id': idOf(url, 'webpage') },
    publisher: { '@id': idOf(`${site.url}/`, 'organization') },
    ...given(page),
  };
}

/** Without what is empty. */
function given({ properties = {} }: PageFacts): Node {
  const isGiven = ([, value]: [string, unknown]) => value !== null && value !== undefined && value !== '';
  return Object.fromEntries(Object.entries(properties).filter(isGiven));
}

function datesOf({ publishedAt, modifiedAt }: PageFacts): Node {
  return {
    ...(publishedAt ? { datePublished: publishedAt } : {}),
    ...(modifiedAt ? { dateModified: modifiedAt } : {}),
  };
}
