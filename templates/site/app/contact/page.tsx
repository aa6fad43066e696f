import { getStrategy } from 'headless-site';
import { siteConfig } from 'headless-site/config';
import { metadataOf, ownMetadata, readShell, resolveRoute } from 'headless-site/content';
import { hasForm } from 'headless-site/forms';
import { isContactOpen } from 'headless-site/theme';
import type { Metadata } from 'next';
import { ContactForm } from '@/components/contact/ContactForm';
import { PageHeading } from '@/components/content/PageHeading';
import { ContentRoute } from '@/components/routes/ContentRoute';
import { SiteShell } from '@/components/shell/SiteShell';
import { contactWords } from '@/components/words';

/**
 * A page of the CMS at `/contact` supplies title, text and SEO; without one the form stands alone. In production there is no form where
 * nothing delivers its messages: the build says so. A form of WordPress in the page takes its place.
 */
const strategy = getStrategy(siteConfig, 'pages');
const dynamic = strategy.strategy === 'ssr';
const contact = () => resolveRoute('/contact', dynamic);

export async function generateMetadata(): Promise<Metadata> {
  const route = await contact();
  return route ? metadataOf(route) : ownMetadata(contactWords.title, strategy);
}

export default async function ContactPage() {
  const route = await contact();
  const form = isContactOpen && !hasForm(route) && (
    <div className="container">
      <ContactForm />
    </div>
  );
  if (route?.kind === 'page' || route?.kind === 'unreachable')
    return <ContentRoute route={route} path="/contact" dynamic={dynamic} after={form} />;
  return (
    <SiteShell shell={await readShell(strategy)} currentPath="/contact">
      <PageHeading>{contactWords.title}</PageHeading>
      {form || <p className="container pb-section">{contactWords.closed}</p>}
    </SiteShell>
  );
}
