import { getStrategy } from 'headless-site';
import { siteConfig } from 'headless-site/config';
import { metadataOf, resolveRoute } from 'headless-site/content';
import type { Metadata } from 'next';
import { ContentRoute } from '@/components/routes/ContentRoute';
import { LatestPosts } from '@/components/routes/LatestPosts';

/** The homepage of WordPress's reading settings: a page, or the newest posts. */
const dynamic = getStrategy(siteConfig, 'homepage').strategy === 'ssr';
const home = () => resolveRoute('/', dynamic);

export async function generateMetadata(): Promise<Metadata> {
  return metadataOf(await home());
}

export default async function HomePage() {
  return <ContentRoute route={await home()} path="/" dynamic={dynamic} after={<LatestPosts />} />;
}
