import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImageResponse } from 'next/og';
import { ShareCard } from '@/components/seo/ShareCard';
import { forVisitor } from '@/lib/cms/deadline';
import { normalizePath } from '@/lib/cms/paths';
import { readTitle } from '@/lib/cms/seo-title';
import { readIdentity } from '@/lib/cms/shell';
import { lasting } from '@/lib/cms/strategy';
import { OPEN_GRAPH_IMAGE } from '@/lib/content/metadata';
import { cardColors } from '@/lib/seo/card/colors';
import { firstDrawable } from '@/lib/seo/card/drawable';
import { siteUrl } from '@/lib/seo/site';

/** Drawn once for each address of the CMS and kept; the title is the CMS's, so nobody can have another one drawn. */
export const dynamic = 'force-static';

const styles = () => readFile(path.join(process.cwd(), 'app/globals.css'), 'utf8').catch(() => '');

/** The share image of what lives at `/og/<path>`. */
export const GET = forVisitor(
  async (_: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> => {
    const address = normalizePath(`/${((await params).path ?? []).join('/')}`);
    const title = address === null ? null : await readTitle(address);
    if (title === null) return new Response('Not found\n', { status: 404 });
    const { title: name } = await readIdentity(lasting);
    const host = new URL(siteUrl).hostname;
    const shown = firstDrawable(title, name, host);
    const siteName = firstDrawable(name, host);
    const card = (
      <ShareCard
        title={shown}
        siteName={siteName === shown ? host : siteName}
        colors={cardColors(await styles())}
      />
    );
    const image = await new ImageResponse(card, { ...OPEN_GRAPH_IMAGE }).arrayBuffer();
    // A response of our own: ImageResponse's says "immutable", and a title may change.
    return new Response(image, { headers: { 'Content-Type': 'image/png' } });
  },
);
