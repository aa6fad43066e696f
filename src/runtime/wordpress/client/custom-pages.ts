import { pageProblems } from '../../config/extend/check.ts';
import type { CustomPage } from '../../config/extend/content.ts';
import { ownContent } from '../../config/extend/own.ts';
import { contentError } from '../../config/extend/problems.ts';
import { beforeDeadline } from './deadline.ts';

/**
 * The pages that the site has without the CMS, as `content.config.ts` lists them.
 * @param items of the CMS: an address ends with a slash where theirs do, because the other form is a redirect
 * @throws {Error} naming the file where the owner's function fails, takes longer than a visitor waits, or answers no pages: what
 *   was made of the last good answer stays
 */
export async function readCustomPages(items: readonly { path: string }[]): Promise<CustomPage[]> {
  const slash = items.find(({ path }) => path !== '/')?.path.endsWith('/');
  return (await listed()).map((page) => ({ ...page, path: written(page.path, slash) }));
}

function written(path: string, slash: boolean | undefined): string {
  // Files are left alone, as by the redirects.
  if (slash === undefined || /^\/$|\.[^/]*$/.test(path)) return path;
  return path.replace(/\/*$/, slash ? '/' : '');
}

async function listed(): Promise<readonly CustomPage[]> {
  const { pages = [] } = ownContent;
  if (typeof pages !== 'function') return pages;
  const answer = async () => pages();
  const late = () => new Error('it takes too long');
  const found = await beforeDeadline(answer(), late).catch((error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    throw Object.assign(contentError([`pages: the function fails: ${said}`]), { cause: error });
  });
  const problems = pageProblems(found ?? null);
  if (problems.length > 0) throw contentError(problems);
  return found;
}
