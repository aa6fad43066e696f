import type { GraphQLErrorEntry } from '../model/errors.ts';

/** Told once a process: the answer of every item carries the same error. */
let told = false;

/** Whether a resolver of an SEO plugin failed, and nothing else. */
export const isSeoError = ({ path }: GraphQLErrorEntry) => path?.includes('seo') ?? false;

/**
 * The errors that matter. A half-installed SEO plugin fails in each of its own fields (measured with Rank Math before
 * its wizard has run) and WPGraphQL answers null there: the site's own texts take their place, where an error would
 * cost the page. The first one is logged.
 */
export function withoutSeoErrors(errors: readonly GraphQLErrorEntry[]): GraphQLErrorEntry[] {
  const grave = errors.filter((error) => !isSeoError(error));
  const [first] = errors.filter(isSeoError);
  if (first && !told) {
    told = true;
    console.warn(
      `[cms] The SEO plugin fails at ${first.path?.join('.')}: ${first.message}. ` +
        'The site uses its own texts there. Finish the plugin’s set-up wizard in WordPress.',
    );
  }
  return grave;
}
