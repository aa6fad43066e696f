import type { ArchivePage, Pagination as PaginationView } from 'headless-site/content';
import { EmptyState } from '@/components/content/EmptyState';
import { ArchiveHeader } from '@/components/posts/ArchiveHeader';
import { type Layout, layouts } from '@/components/posts/layout';
import { Pagination } from '@/components/posts/Pagination';
import { PostList } from '@/components/posts/PostList';
import { archiveWords } from '@/components/words';
import { LatestPosts } from './LatestPosts';

interface ArchiveViewProps {
  archive: ArchivePage;
  pagination: PaginationView;
  language: string;
}

/** The list of all posts, or the archive of a term, an author, a date or a custom content type. */
export function ArchiveView({ archive, pagination, language }: ArchiveViewProps) {
  const layout = layoutOf(archive);
  return (
    <>
      <ArchiveHeader archive={archive} isHidden={layout === 'magazine' && archive.posts.length > 0} />
      {archive.posts.length > 0 ? (
        <div className="container posts-section">
          <PostList posts={archive.posts} language={language} layout={layout} isFirst />
          <Pagination pagination={pagination} />
        </div>
      ) : (
        <>
          <EmptyState title={archiveWords.empty}>{archiveWords.whenEmpty}</EmptyState>
          {archive.kind !== 'posts' && <LatestPosts />}
        </>
      )}
    </>
  );
}

/** A magazine leads with the newest post; the pages behind it have no lead. One or two posts make no list: they fill a row. */
function layoutOf({ kind, page, posts }: ArchivePage): Layout {
  if (kind !== 'posts') return posts.length > 2 ? layouts.archive : 'cards';
  return layouts.home === 'magazine' && page > 1 ? 'cards' : layouts.home;
}
