import { serverSource } from '../search/ask-server.ts';
import { searchWith } from './search-dialog.ts';

/** The dialog of a site with hosted search: the server is asked. */
export default searchWith(() => serverSource);
