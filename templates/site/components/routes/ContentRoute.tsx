import type { ResolvedRoute, Route } from 'headless-site/content';
import { encodedUri } from 'headless-site/content';
import type { ShownItem } from 'headless-site/html';
import { beginItem, plainText } from 'headless-site/html';
import { Canonical, StructuredData } from 'headless-site/seo';
import { permanentRedirect, redirect } from 'next/navigation';
import { Ways } from '@/components/NotFound';
import { PageBody } from '@/components/pages/PageBody';
import { Article } from '@/components/posts/Article';
import { PreviewBanner } from '@/components/preview/PreviewBanner';
import { SiteShell } from '@/components/shell/SiteShell';
import { findTemplate } from '@/components/templates';
import { ArchiveView } from './ArchiveView';
import { EmptyMenuNote, UnknownFieldsNote, UnreachableCms } from './FirstRun';
import { Missing } from './Missing';

interface Props {
  route: Route;
  /** The requested path, in normal form. */
  path: string;
  /** The route is rendered for every request, and never cached. */
  dynamic: boolean;
  /** Content below an item that no template shows. */
  after?: React.ReactNode;
  /** Content beside its text. */
  beside?: React.ReactNode;
  /** Content in the place of the page's own view. */
  instead?: React.ReactNode;
}

/** Any content that the CMS has at an address: a post, a page, an archive, a redirect, or the not-found page. */
export function ContentRoute({ route, path, dynamic, instead, ...around }: Props) {
  if (!route) return <Missing path={path} dynamic={dynamic} />;
  if (route.kind === 'moved' && route.isTemporary) redirect(encodedUri(route.to));
  if (route.kind === 'moved') permanentRedirect(encodedUri(route.to));
  if (route.kind === 'unreachable') return <UnreachableCms message={route.message} />;
  return (
    <SiteShell
      shell={route.shell}
      currentPath={route.uri}
      settings={route.kind === 'page' ? route.page.settings : undefined}
      preview={
        route.preview && (
          <PreviewBanner
            title={plainText(titleOf(route))}
            expiresAt={route.preview.exp}
            language={route.shell.language}
            isPublished={route.preview.isPublished}
            exitHref="/api/exit-preview"
          />
        )
      }
    >
      <Canonical route={route} />
      <StructuredData route={route} />
      <EmptyMenuNote shell={route.shell} />
      <UnknownFieldsNote />
      {instead ?? <Body route={route} {...around} />}
    </SiteShell>
  );
}

async function Body({ route, after, beside }: Pick<Props, 'after' | 'beside'> & { route: ResolvedRoute }) {
  beginItem(itemOf(route));
  const Template = await findTemplate(route.templates);
  if (Template) return <Template {...route} />;
  const { title, language } = route.shell;
  if (route.kind === 'post')
    return (
      <>
        <Article post={route.post} language={language} />
        {after}
      </>
    );
  if (route.kind === 'archive') {
    const { archive, pagination } = route;
    return (
      <>
        <ArchiveView archive={archive} pagination={pagination} language={language} />
        {archive.kind === 'posts' && archive.posts.length === 0 && (
          <div className="container">
            <Ways nodes={route.shell.primary} />
          </div>
        )}
      </>
    );
  }
  return (
    <>
      <PageBody page={route.page} siteName={title} beside={beside} />
      {after}
    </>
  );
}

/** A draft has no address on WordPress but its number. */
function itemOf(route: ResolvedRoute): ShownItem {
  if (route.kind === 'archive') return { name: 'archive', uri: route.uri };
  const item = route.kind === 'post' ? route.post : route.page;
  const name = `${route.kind === 'post' ? route.post.type : 'page'} ${item.databaseId}`;
  return { name, uri: route.preview ? `/?p=${item.databaseId}` : route.uri };
}

function titleOf(route: ResolvedRoute): string {
  if (route.kind === 'post') return route.post.title;
  return route.kind === 'page' ? route.page.title : route.archive.title;
}
