import { siteConfig } from '../config/site.ts';
import { plainText } from '../content/html.ts';
import { generatePageMetadata } from '../content/metadata.ts';
import { graphOf, type PageFacts } from '../seo/json-ld.ts';
import { absoluteUrl, siteUrl } from '../seo/site.ts';
import { isNamedCategory } from '../wordpress/model/named-category.ts';
import type { LinkView, PostView } from '../wordpress/model/views.ts';
import { pathOf, sourceOf } from './metadata.ts';
import { imageOf } from './open-graph.ts';
import type { ResolvedRoute } from './resolve.ts';

/**
 * The structured data of a content page.
 * @param properties the owner's, of what the page is about
 */
export function structuredDataOf(route: ResolvedRoute, properties: Readonly<Record<string, unknown>> = {}) {
  const { title: name, description, language } = route.shell;
  const hasSearch = siteConfig.features.search.enabled;
  return graphOf({ url: siteUrl, name, description, language, hasSearch }, { ...factsOf(route), properties });
}

function factsOf(route: ResolvedRoute): PageFacts {
  const source = sourceOf(route);
  const { description, openGraph } = generatePageMetadata(source);
  const path = pathOf(route);
  return {
    kind: kindOf(route),
    url: absoluteUrl(path),
    title: source.title || route.shell.title,
    description,
    image: openGraph.images[0]?.url ?? imageOf(route)?.url,
    ...(route.kind === 'archive' ? {} : momentsOf(route)),
    ...(route.kind === 'post' ? articleOf(route.post) : {}),
    trail: path === '/' ? [] : [homeOf(route), ...trailOf(route).map(toCrumb)],
  };
}

const homeOf = ({ shell }: ResolvedRoute) => ({ name: shell.title, url: absoluteUrl('/') });
const toCrumb = ({ name, path }: LinkView) => ({ name: plainText(name), url: absoluteUrl(path) });

function kindOf(route: ResolvedRoute): PageFacts['kind'] {
  if (route.kind === 'post') return 'article';
  return route.kind === 'archive' ? 'archive' : 'page';
}

function momentsOf(route: Exclude<ResolvedRoute, { kind: 'archive' }>) {
  const { publishedAt, modifiedAt } = route.kind === 'post' ? route.post : route.page;
  return { publishedAt, modifiedAt };
}

function articleOf({ author, authorPath, categoryLinks }: PostView) {
  const url = authorPath ? absoluteUrl(authorPath) : undefined;
  const section = plainText(categoryLinks.find(isNamedCategory)?.name ?? '');
  return { ...(author.name ? { author: { name: author.name, ...(url ? { url } : {}) } } : {}), section };
}

/** Pages between the homepage and the page. */
function trailOf(route: ResolvedRoute): LinkView[] {
  if (route.kind === 'page') return route.page.ancestors;
  if (route.kind === 'post')
    return [...route.post.categoryLinks.filter(isNamedCategory).slice(0, 1), ...route.post.ancestors];
  const { page, title } = route.archive;
  return page > 1 ? [{ name: title, path: route.uri }] : [];
}
