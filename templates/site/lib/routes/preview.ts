import { readContentPreview, readPagePreview, readPostPreview } from '@/lib/cms/items';
import { readShell } from '@/lib/cms/shell';
import { getStrategy } from '@/lib/config';
import { currentPreview, grantFor } from '@/lib/preview/session';
import { siteConfig } from '@/site.config';
import type { ResolvedRoute } from './resolve';

/** @returns null unless this visitor previews exactly this item and the CMS still has it */
export async function resolvePreview(id: string): Promise<ResolvedRoute | null> {
  const preview = await currentPreview();
  if (!preview || preview.id !== id) return null;
  const strategy = getStrategy(siteConfig, 'pages');
  const frame = { uri: `/preview/${id}`, shell: await readShell(strategy), strategy, preview };
  const grant = grantFor(preview);
  if (preview.type === 'page') {
    const page = await readPagePreview(grant);
    return page && { ...frame, kind: 'page', page };
  }
  const post = await (preview.type === 'post' ? readPostPreview(grant) : readContentPreview(grant));
  return post && { ...frame, kind: 'post', post };
}
