import { plainText } from 'headless-site/html';
import { Html } from '@/components/content/Html';
import { PageHeading } from '@/components/content/PageHeading';

interface ArchiveHeaderProps {
  title: string;
  /** A term's description, as the CMS sent it. */
  descriptionHtml?: string;
  /** What kind of list this is, in a word above the title: `Category`, `Author`. */
  kind?: string;
}

/** The head of a list of posts. */
export function ArchiveHeader({ title, descriptionHtml, kind }: ArchiveHeaderProps) {
  const description = descriptionHtml?.trim();
  return (
    <PageHeading label={kind} lead={description ? <Html html={description} /> : undefined}>
      {plainText(title)}
    </PageHeading>
  );
}
