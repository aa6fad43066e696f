import './in-order.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImageResponse } from 'next/og';
import type { ReactElement } from 'react';
import { OPEN_GRAPH_IMAGE } from '../content/metadata.ts';
import { type CardColors, cardColors } from '../seo/card/colors.ts';
import { firstDrawable } from '../seo/card/drawable.ts';
import { siteUrl } from '../seo/site.ts';
import { forVisitor } from '../wordpress/client/deadline.ts';
import { normalizePath } from '../wordpress/model/paths.ts';
import { lasting } from '../wordpress/model/strategy.ts';
import { readTitle } from '../wordpress/seo-title.ts';
import { readIdentity } from '../wordpress/shell.ts';

export interface ShareCardProps {
  title: string;
  /** Below the title. */
  siteName: string;
  colors: CardColors;
}

const styles = () => readFile(path.join(process.cwd(), 'app/globals.css'), 'utf8').catch(() => '');

/**
 * Makes the route of the share images, `/og/<path>`. An image is drawn once for each address of the CMS and kept; the title
 * is the CMS's, so nobody can have another one drawn.
 * @param Card what an image shows, 1200 by 630 pixels, in what `next/og` knows of CSS
 */
export const shareImage = (Card: (props: ShareCardProps) => ReactElement) =>
  forVisitor(async (_: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> => {
    const address = normalizePath(`/${((await params).path ?? []).join('/')}`);
    const title = address === null ? null : await readTitle(address);
    if (title === null) return new Response('Not found\n', { status: 404 });
    const { title: name } = await readIdentity(lasting);
    const host = new URL(siteUrl).hostname;
    const shown = firstDrawable(title, name, host);
    const siteName = firstDrawable(name, host);
    const card = (
      <Card
        title={shown}
        siteName={siteName === shown ? host : siteName}
        colors={cardColors(await styles())}
      />
    );
    const image = await new ImageResponse(card, { ...OPEN_GRAPH_IMAGE }).arrayBuffer();
    // A response of our own: ImageResponse's says "immutable", and a title may change.
    return new Response(image, { headers: { 'Content-Type': 'image/png' } });
  });
