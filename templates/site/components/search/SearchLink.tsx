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
        className="tool"
      >
        <Icon name="search" />
        <span className="visually-hidden">{shellWords.search}</span>
      </a>
      <SearchDialog />
    </>
  );
}
