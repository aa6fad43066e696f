import { Icon } from '@/components/content/Icon';
import { shellWords } from '@/components/words';

/**
 * Says what it will do. Both wordings are in the page and the style sheet shows one, because the server does not know the
 * visitor's theme; the script in the head acts on the click. Without JavaScript the button is not shown.
 */
export function ThemeToggle() {
  return (
    <button type="button" data-theme-toggle="" className="theme-toggle">
      <span className="to-dark">
        <Icon name="moon" size={16} />
        {shellWords.darkTheme}
      </span>
      <span className="to-light">
        <Icon name="sun" size={16} />
        {shellWords.lightTheme}
      </span>
    </button>
  );
}
