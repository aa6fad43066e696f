import { fullRows } from 'headless-site/blocks';
import type { LinkView, PageView } from 'headless-site/content';
import { plainText, prepareTitle } from 'headless-site/html';
import type { ReactNode } from 'react';
import { Blocks, firstHeroIndex } from '@/components/blocks/Blocks';
import { SidebarBlocks } from '@/components/blocks/SidebarBlocks';
import { Breadcrumbs } from '@/components/content/Breadcrumbs';
import { CmsImage } from '@/components/content/CmsImage';
import { Html } from '@/components/content/Html';
import { PageHeading } from '@/components/content/PageHeading';
import { SectionBar } from '@/components/content/SectionBar';
import { Protected } from '@/components/posts/Protected';
import { pageWords, untitled } from '@/components/words';

interface PageBodyProps {
  page: PageView;
  siteName: string;
  /** Stands beside the page's text, such as a form; below it where the page fills the row itself. */
  beside?: ReactNode;
}

/** A page: its blocks when it has any, otherwise its content, and a sidebar where the page asks for one. */
export function PageBody({ page, siteName, beside }: PageBodyProps) {
  const sidebar = page.settings.showSidebar ? (page.sidebar ?? []) : [];
  const isText = !page.isProtected && page.blocks.length === 0 && sidebar.length === 0;
  if (beside && isText)
    return (
      <>
        <Breadcrumbs items={page.ancestors} />
        <div className="container halves">
          <div>
            <Title page={page} siteName={siteName} />
            <Main page={page} aside />
          </div>
          {beside}
        </div>
        <InSection pages={page.children} />
      </>
    );
  return (
    <>
      {/* Without a picture the title begins where the text does, in the middle of the page. */}
      <div className={isText && !page.image ? 'article-column' : undefined}>
        <Breadcrumbs items={page.ancestors} />
        <Title page={page} siteName={siteName} />
      </div>
      {sidebar.length > 0 ? (
        <div className={`container with-sidebar ${page.settings.hideTitle ? 'untitled' : ''}`}>
          <div className="beside">
            <Main page={page} aside />
          </div>
          <SidebarBlocks blocks={sidebar} />
        </div>
      ) : (
        <Main page={page} />
      )}
      {beside && <div className="container page-part">{beside}</div>}
      <InSection pages={page.children} />
    </>
  );
}

/** The ways to the pages right below this one. */
function InSection({ pages }: { pages: LinkView[] }) {
  if (pages.length === 0) return null;
  const places = fullRows(pages.length, 3);
  return (
    <nav aria-labelledby="in-section" className="container posts-section">
      <SectionBar id="in-section" title={pageWords.inSection} />
      <ul className="posts">
        {pages.map(({ path, name }, index) => (
          <li key={path} className={places[index]}>
            <div className="card bare">
              <h3 className="card-title">
                <a href={path}>{plainText(name) || untitled}</a>
              </h3>
            </div>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Exactly one h1: the title; hidden, the first hero's heading; without a hero, the title for screen readers only. */
function Title({ page, siteName }: { page: PageView; siteName: string }) {
  const title = prepareTitle(page.title) || siteName;
  if (!page.settings.hideTitle) return <PageHeading>{title}</PageHeading>;
  return heroIsHeading(page) ? null : <h1 className="visually-hidden">{title}</h1>;
}

function heroIsHeading(page: PageView): boolean {
  return Boolean(page.settings.hideTitle) && !page.isProtected && firstHeroIndex(page.blocks) !== -1;
}

/** `aside`: beside a sidebar or a form, where nothing breaks out of the column. */
function Main({ page, aside = false }: { page: PageView; aside?: boolean }) {
  if (page.isProtected) return <Protected what="page" item={page} />;
  if (page.blocks.length > 0)
    return <Blocks blocks={page.blocks} mapped={page.mappedSections} heroIsHeading={heroIsHeading(page)} />;
  return (
    <div className={aside ? '' : 'page-part'}>
      {page.image && (
        <div className={aside ? 'page-picture' : 'container page-picture'}>
          <CmsImage
            image={page.image}
            ratio="brand"
            className={aside ? 'picture-wide' : 'picture-wide picture-page'}
            sizes="(width < 85rem) 92vw, 1280px"
            most={1920}
            priority
          />
        </div>
      )}
      <Html
        html={page.content}
        mapped={page.mapped}
        className={aside ? 'prose-aside' : 'prose-page'}
        lead={!page.image}
      />
    </div>
  );
}
