import { getStrategy } from 'headless-site';
import { siteConfig } from 'headless-site/config';
import {
  findItems,
  isSearchEnabled,
  metadataOf,
  ownMetadata,
  readQuery,
  readShell,
  resolveRoute,
  searchStrategy,
} from 'headless-site/content';
import type { Metadata } from 'next';
import { PageHeading } from '@/components/content/PageHeading';
import { ContentRoute } from '@/components/routes/ContentRoute';
import { LatestPosts } from '@/components/routes/LatestPosts';
import { SearchPanel } from '@/components/search/SearchPanel';
import { SiteShell } from '@/components/shell/SiteShell';
import { findTemplate } from '@/components/templates';
import { searchWords } from '@/components/words';

/** Results on one page; who needs more needs another word. */
const LIMIT = 30;

/**
 * A page or post of the CMS at `/search` supplies title, text and SEO; without one the form stands alone. Rendered for every
 * request, from cached data. With search switched off this is an address like any other.
 */
const dynamic = getStrategy(siteConfig, 'pages').strategy === 'ssr';
const route = () => resolveRoute('/search', dynamic);

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const found = await route();
  if (!isSearchEnabled) return metadataOf(found);
  const own = await ownMetadata(searchWords.title, searchStrategy());
  const page: Metadata = { ...own, ...(found ? metadataOf(found) : {}) };
  const query = readQuery((await searchParams).q);
  const name = typeof page.title === 'string' ? page.title : searchWords.title;
  return {
    ...page,
    ...(query ? { title: searchWords.titleOf(query, name) } : {}),
    robots: { index: false, follow: true },
  };
}

export default async function SearchPage({ searchParams }: Props) {
  const found = await route();
  if (!isSearchEnabled) return <ContentRoute route={found} path="/search" dynamic={dynamic} />;
  const query = readQuery((await searchParams).q);
  const shell = await readShell(searchStrategy());
  const results = await findItems(query, LIMIT);
  const page = found?.kind === 'page' ? found.page : null;
  const Template = await findTemplate<'search'>(['search']);
  const own = Template && <Template kind="search" query={query} found={results} page={page} shell={shell} />;
  const panel = (
    <>
      <SearchPanel query={query} language={shell.language} found={results} />
      {/* Something to go on with, where there is no result to open. */}
      {(query === '' || results?.total === 0) && <LatestPosts />}
    </>
  );
  if (found?.kind === 'page' || found?.kind === 'post' || found?.kind === 'unreachable')
    return <ContentRoute route={found} path="/search" dynamic={dynamic} after={panel} instead={own} />;
  return (
    <SiteShell shell={shell} currentPath="/search">
      {own ?? (
        <>
          <PageHeading>{searchWords.title}</PageHeading>
          {panel}
        </>
      )}
    </SiteShell>
  );
}
