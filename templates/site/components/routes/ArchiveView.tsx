import type { ArchivePage, Pagination as PaginationView } from 'headless-site/content';
import { EmptyState } from '@/components/content/EmptyState';
import { ArchiveHeader } from '@/components/posts/ArchiveHeader';
import { Pagination } from '@/components/posts/Pagination';
import { PostList } from '@/components/posts/PostList';
import { archiveWords } from '@/components/words';

const kinds: Partial<Record<ArchivePage['kind'], string>> = archiveWords.kinds;

interface ArchiveViewProps {
  archive: ArchivePage;
  pagination: PaginationView;
  language: string;
}

/** The blog index, or the archive of a term, an author or a custom content type. */
export function ArchiveView({ archive, pagination, language }: ArchiveViewProps) {
  return (
    <>
      <ArchiveHeader title={archive.title} descriptionHtml={archive.description} kind={kinds[archive.kind]} />
      {archive.posts.length > 0 ? (
        <PostList posts={archive.posts} language={language} />
      ) : (
        <EmptyState title={archiveWords.empty}>{archiveWords.whenEmpty}</EmptyState>
      )}
      <Pagination pagination={pagination} />
    </>
  );
}
