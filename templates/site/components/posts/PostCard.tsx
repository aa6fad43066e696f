import type { PostCardView } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { CmsImage } from '@/components/content/CmsImage';
import { untitled } from '@/components/words';
import { PostDate, TermLinks } from './PostMeta';

interface PostCardProps {
  post: PostCardView;
  /** Of the page, for the date. */
  language: string;
  /** Level of the title; 2 below a page's heading, 3 inside a section. */
  headingLevel?: 2 | 3;
}

/** A post in a list: a row of date, words and a small picture. The title's link covers the whole row for pointers. */
export function PostCard({ post, language, headingLevel = 2 }: PostCardProps) {
  const Heading = `h${headingLevel}` as const;
  const excerpt = plainText(post.excerpt).replace(/\s*\[…\]$/, '…');
  return (
    <article className="relative grid grid-cols-[1fr_auto] gap-x-5 gap-y-2 py-7 md:py-9 lg:grid-cols-[9rem_1fr_15rem] lg:gap-x-12">
      <div className="label col-span-2 flex flex-wrap gap-x-3 lg:col-span-1 lg:block lg:pt-1.5">
        <div className="py-1 lg:py-0">
          <PostDate date={post.date} language={language} />
        </div>
        {post.categories.length > 0 && (
          <div>
            <TermLinks terms={post.categories.slice(0, 2)} />
          </div>
        )}
      </div>
      <div className="min-w-0">
        <Heading className="text-xl">
          <a
            href={post.path}
            className="link decoration-transparent after:absolute after:inset-0 hover:text-accent"
          >
            {plainText(post.title) || untitled}
          </a>
        </Heading>
        {excerpt && <p className="mt-2.5 line-clamp-3 max-w-text text-sm text-soft">{excerpt}</p>}
      </div>
      {post.image && (
        <div className="w-24 pt-1 sm:w-40 lg:w-full">
          <CmsImage
            image={{ ...post.image, alt: '' }}
            sizes="(width < 40rem) 96px, (width < 64rem) 160px, 240px"
          />
        </div>
      )}
    </article>
  );
}
