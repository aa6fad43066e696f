import { timeInWords } from 'headless-site/content';
import { previewWords } from '@/components/words';

interface PreviewBannerProps {
  title: string;
  /** Unix seconds. */
  expiresAt: number;
  /** The page's language, for the time. */
  language: string;
  /** Visitors see the item already, without what is not saved to it yet. */
  isPublished: boolean;
  /** Where the way out leads: `/api/exit-preview`. */
  exitHref: string;
}

/** Says that this is not the published page, until when, and how to leave. */
export function PreviewBanner({ title, expiresAt, language, isPublished, exitHref }: PreviewBannerProps) {
  const until = new Date(expiresAt * 1000);
  return (
    <aside aria-label={previewWords.name} className="preview-bar">
      <div className="container">
        <p>
          <strong>{previewWords.name}</strong> {previewWords.of(title)}, {previewWords.until}{' '}
          <time dateTime={until.toISOString()}>{timeInWords(until, language)}</time>.{' '}
          {isPublished ? previewWords.published : previewWords.hidden}
        </p>
        <a href={exitHref}>{previewWords.leave}</a>
      </div>
    </aside>
  );
}
