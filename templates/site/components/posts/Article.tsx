import type { PostView } from 'headless-site/content';
import { plainText, prepareContent, wholeText } from 'headless-site/html';
import { Breadcrumbs } from '@/components/content/Breadcrumbs';
import { CmsImage } from '@/components/content/CmsImage';
import { SafeHtml } from '@/components/content/Html';
import { postWords } from '@/components/words';
import { ArticleHeader } from './ArticleHeader';
import { AuthorBox } from './AuthorBox';
import { Comments } from './Comments';
import { Protected } from './Protected';
import { PostNav, RelatedPosts } from './RelatedPosts';
import { ShareButton } from './ShareButton';
import { shownHeadings, TableOfContents } from './TableOfContents';

interface ArticleProps {
  post: PostView;
  /** Language of the page, for its dates. */
  language: string;
}

/** A post. */
export function Article({ post, language }: ArticleProps) {
  const { html, body, headings } = prepareContent(post.content, {
    lead: !post.image,
    mapped: post.mapped,
  });
  const contents = shownHeadings(headings);
  const isBroad = /\balign(?:wide|full)\b/.test(html);
  const isSided = html !== '' && (contents.length > 0 || (post.tagLinks.length > 0 && !isBroad));
  return (
    <>
      <Breadcrumbs items={post.ancestors} />
      <article>
        <ArticleHeader post={post} language={language} />
        {post.image && (
          <div className="container">
            <CmsImage
              image={post.image}
              sizes="(width < 85rem) 92vw, 1280px"
              most={1920}
              ratio="16/9"
              priority
            />
          </div>
        )}
        {post.isProtected ? (
          <Protected what="post" item={post} />
        ) : (
          <div className={isSided ? `post-body sided${isBroad ? ' broad' : ''}` : 'post-body'}>
            <TableOfContents headings={contents} />
            <SafeHtml html={html} body={body} className="prose-page" />
            <PostAside post={post} />
          </div>
        )}
        <footer className="article-column post-end">
          <AuthorBox
            name={post.author.name}
            avatar={post.author.avatar}
            description={wholeText(post.authorDescription)}
            path={post.authorPath}
          />
          <PostNav post={post} />
        </footer>
      </article>
      <Comments post={post} language={language} />
      <RelatedPosts post={post} language={language} />
    </>
  );
}

/** Tags and the way to share, at the end of the text or beside it. */
function PostAside({ post: { tagLinks } }: { post: PostView }) {
  return (
    <aside aria-label={tagLinks.length > 0 ? postWords.tags : postWords.share} className="post-aside">
      {tagLinks.length > 0 && (
        <p className="chips">
          {tagLinks.map((tag) => (
            <a key={tag.path} href={tag.path} className="chip">
              {plainText(tag.name)}
            </a>
          ))}
        </p>
      )}
      <ShareButton />
    </aside>
  );
}
