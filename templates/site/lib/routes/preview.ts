import { type PreviewGrant, readContentPreview, readPagePreview, readPostPreview } from '@/lib/cms/items';
import { getPreviewItem } from '@/lib/cms/queries/preview';
import { read } from '@/lib/cms/read';
import { readShell } from '@/lib/cms/shell';
import { everyRequest } from '@/lib/cms/strategy';
import { getStrategy } from '@/lib/config';
import { currentPreview, grantFor } from '@/lib/preview/session';
import { siteConfig } from '@/site.config';
import type { ResolvedRoute } from './resolve';

/** @returns null unless this visitor previews exactly this item and the CMS still has it */
export async function resolvePreview(id: string): Promise<ResolvedRoute | null> {
  const preview = await currentPreview();
  if (!preview || preview.id !== id) return null;
  const strategy = getStrategy(siteConfig, 'pages');
  const grant = grantFor(preview);
  const [shell, status] = await Promise.all([readShell(strategy), readStatus(id, grant)]);
  const shown = { ...preview, isPublished: status === 'publish' };
  const frame = { uri: `/preview/${id}`, shell, strategy, preview: shown };
  if (preview.type === 'page') {
    const page = await readPagePreview(grant);
    return page && { ...frame, kind: 'page', page };
  }
  const post = await (preview.type === 'post' ? readPostPreview(grant) : readContentPreview(grant));
  return post && { ...frame, kind: 'post', post };
}

/** Of the item itself: unsaved changes are a revision, with a status of its own. It may be published since the link was made. */
async function readStatus(id: string, { headers }: PreviewGrant): Promise<string | null> {
  const question = { operation: getPreviewItem, variables: { id }, tags: [], strategy: everyRequest };
  return (await read({ ...question, preview: headers })).contentNode?.status ?? null;
}
