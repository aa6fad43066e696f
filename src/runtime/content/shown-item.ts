import { BUDGETS, type Budget } from './html/budgets.ts';

/** The content of a page. */
export interface ShownItem {
  /** For the log: `post 12`. */
  name: string;
  /** Its path on WordPress. */
  uri: string;
}

/** Lines that were logged by this process; no more of them than anybody reads. */
const said = new Set<string>();
const MAX_SAID = 1_000;

/** Names an item in the log that is more than a budget allows, once. */
export function sayOverBudget(item: ShownItem | undefined, budget: Budget): void {
  const line = `${item ? `${item.name} (${item.uri.slice(0, 200)})` : 'a page'} is over the budget "${budget}" of ${BUDGETS[budget]}`;
  if (said.has(line) || said.size >= MAX_SAID) return;
  said.add(line);
  console.warn(`[content] ${line}: its text is shown, what decorates it is not`);
}
