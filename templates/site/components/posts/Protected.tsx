import { Icon } from '@/components/content/Icon';
import { postWords } from '@/components/words';

/** In place of text that the CMS keeps back. */
export function Protected({ what }: { what: 'post' | 'page' }) {
  return (
    <div className="article-column pb-section">
      <div className="flex gap-4 border-y border-line py-8">
        <Icon name="lock" size={24} className="mt-0.5 text-soft" />
        <div>
          <p className="font-heading text-lg font-semibold">{postWords.isProtected[what]}</p>
          <p className="mt-1 text-sm text-soft">{postWords.whereProtected}</p>
        </div>
      </div>
    </div>
  );
}
