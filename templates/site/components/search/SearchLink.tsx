import { searchData, searchModule } from 'headless-site/theme';
import { Icon } from '@/components/content/Icon';
import { shellWords } from '@/components/words';
import { SearchDialog } from './SearchDialog';

/** The way to search, in the header: a link to /search, which opens the dialog instead where JavaScript runs. */
export function SearchLink() {
  return (
    <>
      <a
        href="/search"
        aria-haspopup="dialog"
        aria-controls="search-dialog"
        aria-keyshortcuts="Control+K Meta+K"
        data-module={searchModule}
        data-fetch={searchData}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-sm hover:text-accent max-[60rem]:-me-3"
      >
        <Icon name="search" />
        <span className="max-[60rem]:sr-only">{shellWords.search}</span>
      </a>
      <SearchDialog />
    </>
  );
}
