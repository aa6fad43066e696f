import { nothing, type SearchResults } from './documents.ts';

/** Where the dialog's results come from. */
export interface SearchSource {
  /** Loads what the first query needs. Called when the dialog opens. */
  warm(): void;
  /**
   * @param show gets results, and better ones when more has been loaded; never after `signal`
   * @throws {Error} when neither a file nor the server can be reached
   */
  search(query: string, show: (found: SearchResults) => void, signal: AbortSignal): Promise<void>;
}

/** Milliseconds without a key before the server is asked. */
const STILL = 180;

/** Answers from `/search/results`. */
export const serverSource: SearchSource = {
  warm() {},
  async search(query, show, signal) {
    if (query === '') return show(nothing);
    await new Promise((resolve) => setTimeout(resolve, STILL));
    if (signal.aborted) return;
    const found = await load<SearchResults>(`/search/results?${new URLSearchParams({ q: query })}`, signal);
    if (!signal.aborted) show(found);
  },
};

/** @param asked the same, where somebody has asked for it already */
export async function load<Answer>(
  url: string,
  signal?: AbortSignal,
  asked?: Promise<Response>,
): Promise<Answer> {
  const response = await (asked ?? fetch(url, { signal }));
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Answer;
}
