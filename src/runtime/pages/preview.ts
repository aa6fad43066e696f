import { getStrategy } from '../config/index.ts';
import { siteConfig } from '../config/site.ts';
import { read } from '../wordpress/client/read.ts';
import {
  type PreviewGrant,
  readContentPreview,
  readPagePreview,
  readPostPreview,
} from '../wordpress/items.ts';
import { everyRequest } from '../wordpress/model/strategy.ts';
import type { PostView } from '../wordpress/model/views.ts';
import { getPreviewItem } from '../wordpress/queries/preview.ts';
import { readShell } from '../wordpress/shell.ts';
import { currentPreview, grantFor } from './preview/session.ts';
import type { ResolvedRoute } from './resolve.ts';
import { templateNames } from './templates.ts';

/** @returns null unless this visitor previews exactly this item and the CMS still has it */
export async function resolvePreview(id: string): Promise<ResolvedRoute | null> {
  const preview = await currentPreview();
  if (!preview || preview.id !== id) return null;
  const grant = grantFor(preview);
  const [shell, status] = await Promise.all([
    readShell(getStrategy(siteConfig, 'pages')),
    readStatus(id, grant),
  ]);
  const shown = { ...preview, isPublished: status === 'publish' };
  const frame = { uri: `/preview/${id}`, shell, preview: shown };
  if (preview.type === 'page') {
    const page = await readPagePreview(grant);
    return page && { ...frame, kind: 'page', page, templates: namesOf({ ...page, type: 'page' }) };
  }
  const post = await (preview.type === 'post' ? readPostPreview(grant) : readContentPreview(grant));
  return post && { ...frame, kind: 'post', post, templates: namesOf(post) };
}

const namesOf = ({
  type,
  slug,
  databaseId,
  template,
}: Pick<PostView, 'type' | 'slug' | 'databaseId' | 'template'>) =>
  templateNames({ kind: type === 'page' ? 'page' : 'content', type, slug, databaseId }, false, template);

/** Status of the item itself: unsaved changes are a revision, with a status of its own. It may be published since the link was made. */
async function readStatus(id: string, { headers }: PreviewGrant): Promise<string | null> {
  const question = { operation: getPreviewItem, variables: { id }, tags: [], strategy: everyRequest };
  return (await read({ ...question, preview: headers })).contentNode?.status ?? null;
}
