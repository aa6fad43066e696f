import { nothing, type SearchResults } from './documents.ts';
import { searchHosted, withoutKeys } from './hosted.ts';
import { searchLocal } from './local.ts';
import { isLocalSearch } from './settings.ts';

/**
 * The results that the page and the dialog's route show.
 * @param query from readQuery()
 * @returns null when the search failed; the log says why
 */
export async function findItems(query: string, limit: number): Promise<SearchResults | null> {
  if (query === '') return nothing;
  try {
    return await (isLocalSearch ? searchLocal : searchHosted)(query, limit);
  } catch (error) {
    console.error(`[search] ${isLocalSearch ? 'no index yet' : 'Algolia'}: ${withoutKeys(error)}`);
    return null;
  }
}
