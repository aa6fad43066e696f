import { Icon } from '@/components/content/Icon';

/** In place of text that the CMS keeps back. */
export function Protected({ what }: { what: 'post' | 'page' }) {
  return (
    <div className="article-column pb-section">
      <div className="flex gap-4 border-y border-line py-8">
        <Icon name="lock" size={24} className="mt-0.5 text-soft" />
        <div>
          <p className="font-heading text-lg font-semibold">This {what} is password-protected</p>
          <p className="mt-1 text-sm text-soft">
            Its text is shown on the original site only, to visitors who have the password.
          </p>
        </div>
      </div>
    </div>
  );
}
