import type { TemplateProps } from 'headless-site/content';
import type { ComponentType } from 'react';
import { NotFound } from '@/components/NotFound';

/** This template alone: Next's not-found page is a part of every page, and the other templates are not to come with it. */
const files = import.meta.glob<{ default: ComponentType<TemplateProps<'404'>> }>('../templates/404.tsx');

/** The view of a missing address: the template `404`, otherwise the theme's own. Reads nothing of the CMS. */
export async function MissingView(view: Omit<TemplateProps<'404'>, 'kind'>) {
  const [load] = Object.values(files);
  const Template = (await load?.())?.default;
  return Template ? <Template kind="404" {...view} /> : <NotFound {...view} />;
}
