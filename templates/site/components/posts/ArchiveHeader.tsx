import type { ArchivePage } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { Html } from '@/components/content/Html';
import { PageHeading } from '@/components/content/PageHeading';
import { archiveWords } from '@/components/words';
import { Avatar } from './Avatar';

const kinds: Partial<Record<ArchivePage['kind'], string>> = archiveWords.kinds;

interface ArchiveHeaderProps {
  archive: ArchivePage;
  /** The list speaks for itself, and only screen readers need its name. */
  isHidden: boolean;
}

/** The head of a list of posts. */
export function ArchiveHeader({ archive, isHidden }: ArchiveHeaderProps) {
  const title = plainText(archive.title);
  if (isHidden) return <h1 className="visually-hidden">{title}</h1>;
  const kind = kinds[archive.kind];
  const description = archive.description.trim();
  return (
    <PageHeading
      label={kind}
      aside={archive.total > 0 && archiveWords.count(archive.total)}
      picture={archive.avatar && <Avatar src={archive.avatar} size={96} />}
      lead={description ? <Html html={description} /> : undefined}
    >
      {title}
    </PageHeading>
  );
}
