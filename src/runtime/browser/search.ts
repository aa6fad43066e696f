import { localSource } from '../search/browser.ts';
import { searchWith } from './search-dialog.ts';

/** The dialog of a site that keeps its index in files: the browser searches by itself. */
export default searchWith(localSource);
