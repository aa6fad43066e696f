import { getStrategy } from 'headless-site';
import { siteConfig } from 'headless-site/config';
import { metadataOf, ownMetadata, type Route, readShell, resolveRoute } from 'headless-site/content';
import { hasForm } from 'headless-site/forms';
import { contactTexts, directContacts, isContactOpen } from 'headless-site/theme';
import type { Metadata } from 'next';
import { ContactBox, DirectContacts } from '@/components/contact/ContactForm';
import { PageHeading } from '@/components/content/PageHeading';
import { ContentRoute } from '@/components/routes/ContentRoute';
import { LatestPosts } from '@/components/routes/LatestPosts';
import { SiteShell } from '@/components/shell/SiteShell';
import { contactWords } from '@/components/words';

/**
 * A page of the CMS at `/contact` supplies title, text, SEO, and the thanks in a block with the CSS class `contact-thanks`; a post stands
 * above the form; without either the form stands alone. In production there is no form where nothing delivers its messages, and the build
 * says so: then the addresses stand there that the page or the footer names. A form of WordPress in the page takes its place.
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
  if (route?.kind === 'page' || route?.kind === 'post' || route?.kind === 'unreachable')
    return <WrittenPage route={route} />;
  const shell = await readShell(strategy);
  const contacts = directContacts('', shell.footer);
  const isClosed = !isContactOpen && contacts.length === 0;
  return (
    <SiteShell shell={shell} currentPath="/contact">
      <PageHeading lead={isClosed && <p>{contactWords.closed}</p>}>{contactWords.title}</PageHeading>
      {isClosed ? (
        <LatestPosts />
      ) : (
        <div className="container page-part">
          {isContactOpen ? <ContactBox thanks="" /> : <DirectContacts contacts={contacts} />}
        </div>
      )}
    </SiteShell>
  );
}

function WrittenPage({ route }: { route: NonNullable<Route> }) {
  const shared = { path: '/contact', dynamic };
  if (hasForm(route) || route.kind === 'unreachable') return <ContentRoute {...shared} route={route} />;
  if (route.kind !== 'page') {
    const form = isContactOpen && (
      <div className="container page-part">
        <ContactBox thanks="" />
      </div>
    );
    return <ContentRoute {...shared} route={route} after={form} />;
  }
  const { text, thanks } = contactTexts(route.page.content);
  const contacts = directContacts(text, route.shell.footer);
  const beside = isContactOpen ? (
    <ContactBox thanks={thanks} />
  ) : (
    contacts.length > 0 && <DirectContacts contacts={contacts} />
  );
  return (
    <ContentRoute
      {...shared}
      route={{ ...route, page: { ...route.page, content: text } }}
      beside={beside || undefined}
    />
  );
}
