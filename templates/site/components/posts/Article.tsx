import type { PostView } from 'headless-site/content';
import { prepareContent, wholeText } from 'headless-site/html';
import { Breadcrumbs } from '@/components/content/Breadcrumbs';
import { CmsImage } from '@/components/content/CmsImage';
import { SafeHtml } from '@/components/content/Html';
import { postWords } from '@/components/words';
import { ArticleHeader } from './ArticleHeader';
import { AuthorBox } from './AuthorBox';
import { TermLinks } from './Byline';
import { Comments } from './Comments';
import { Protected } from './Protected';
import { PostNav, RelatedPosts } from './RelatedPosts';
import { ShareButton } from './ShareButton';
import { TableOfContents } from './TableOfContents';

interface ArticleProps {
  post: PostView;
  /** Of the page, for its dates. */
  language: string;
}

/** A post. */
export function Article({ post, language }: ArticleProps) {
  const { html, body, headings } = prepareContent(post.isProtected ? '' : post.content, {
    lead: !post.image,
    mapped: post.mapped,
  });
  return (
    <>
      <Breadcrumbs items={post.ancestors} />
      <article className="pb-section">
        <ArticleHeader post={post} language={language} />
        {post.image && (
          <div className="mx-auto mb-10 w-full max-w-[calc(var(--container-wide)+2*var(--spacing-gutter))] px-gutter md:mb-14">
            <CmsImage image={post.image} sizes="(width < 62rem) 100vw, 960px" priority />
          </div>
        )}
        {post.isProtected && <Protected what="post" />}
        <TableOfContents headings={headings} />
        <SafeHtml html={html} body={body} className="prose-page" />
        <footer className="article-column mt-14">
          <div className="mb-8 flex flex-wrap justify-between gap-x-6 gap-y-2">
            {post.tagLinks.length > 0 && (
              <p className="label">
                {postWords.tagged} <TermLinks terms={post.tagLinks} />
              </p>
            )}
            <ShareButton />
          </div>
          {post.authorDescription && (
            <AuthorBox
              name={post.author.name}
              avatar={post.author.avatar}
              description={wholeText(post.authorDescription)}
              path={post.authorPath}
            />
          )}
          <PostNav post={post} />
        </footer>
      </article>
      <Comments post={post} language={language} />
      <RelatedPosts post={post} language={language} />
    </>
  );
}
