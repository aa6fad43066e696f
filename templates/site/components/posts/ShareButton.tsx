import { shareModule } from 'headless-site/theme';
import { Icon } from '@/components/content/Icon';
import { postWords } from '@/components/words';

/** The device's own way of sharing, or a copy of the address. Without JavaScript it is not shown. */
export function ShareButton() {
  return (
    <p className="label share">
      <button type="button" data-module={shareModule} data-done={postWords.copied}>
        <Icon name="share" size={16} />
        {postWords.share}
      </button>
      <span role="status" suppressHydrationWarning />
    </p>
  );
}
