/**
 * Budgets for the content of one page. No real page comes near: beyond a budget the text stays and its decoration goes, so
 * that one post cannot make a page of many megabytes or keep every other visitor waiting.
 */
export const BUDGETS = {
  /** Characters of HTML, about 150,000 words. Beyond, paragraphs of text are all that is left. */
  html: 1_000_000,
  /** Headings with an id and a place in the table of contents. */
  headings: 1_000,
  /** Forms that can be filled in; of more a notice is left. */
  forms: 50,
  /** Characters that mark words and strings in listings; dense code gets 18 times as long by them. Beside `html`. */
  code: 500_000,
  /** Characters of HTML in the comments of a page together: twice 300 ordinary ones. Beyond, the longest are cut. */
  comments: 500_000,
  /**
   * Characters of a title or an excerpt. A title stands at thirty places of a page (metadata, structured data, both again as
   * data): beyond, it is whole in the heading only.
   */
  title: 2_000,
} as const;

export type Budget = keyof typeof BUDGETS;

/** Use of the budgets by the pieces of HTML on one page so far. */
export interface Spending {
  html: number;
  headings: number;
  forms: number;
  code: number;
  /** Budgets that did not suffice. */
  over: Set<Budget>;
}

export const newSpending = (): Spending => ({ html: 0, headings: 0, forms: 0, code: 0, over: new Set() });

/** Takes from a budget. @returns whether there was enough left; otherwise nothing is taken */
export function spend(spending: Spending, budget: Exclude<keyof Spending, 'over'>, amount: number): boolean {
  if (spending[budget] + amount > BUDGETS[budget]) {
    spending.over.add(budget);
    return false;
  }
  spending[budget] += amount;
  return true;
}
