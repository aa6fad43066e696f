import { EmptyState } from '@/components/content/EmptyState';
import { ArchiveHeader } from '@/components/posts/ArchiveHeader';
import { Pagination } from '@/components/posts/Pagination';
import { PostList } from '@/components/posts/PostList';
import type { ArchivePage } from '@/lib/cms/archives';
import type { Pagination as PaginationView } from '@/lib/cms/views';

/** The word above the title; the blog index and a custom type need none. */
const kinds: Partial<Record<ArchivePage['kind'], string>> = {
  category: 'Category',
  tag: 'Tag',
  author: 'Author',
  date: 'Archive',
};

/** The blog index, or the archive of a term, an author or a custom content type. */
export function ArchiveView({ archive, pagination }: { archive: ArchivePage; pagination: PaginationView }) {
  return (
    <>
      <ArchiveHeader title={archive.title} descriptionHtml={archive.description} kind={kinds[archive.kind]} />
      {archive.posts.length > 0 ? (
        <PostList posts={archive.posts} />
      ) : (
        <EmptyState title="Nothing here yet">Posts appear here as soon as they are published.</EmptyState>
      )}
      <Pagination pagination={pagination} />
    </>
  );
}
