import type { TemplateProps } from 'headless-site/content';
import { NotFound } from '@/components/NotFound';
import { findTemplate } from '@/components/templates';

/** What a missing address shows: the template `404`, otherwise the theme's own. Reads nothing of the CMS. */
export async function MissingView(view: Omit<TemplateProps<'404'>, 'kind'>) {
  const Template = await findTemplate<'404'>(['404']);
  return Template ? <Template kind="404" {...view} /> : <NotFound />;
}
