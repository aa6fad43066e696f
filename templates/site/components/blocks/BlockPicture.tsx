import type { BlockImage } from 'headless-site';
import { CmsImage } from '@/components/content/CmsImage';

interface BlockPictureProps {
  image: BlockImage;
  sizes: string;
  ratio?: '3/2' | '16/9' | '1/1';
  priority?: boolean;
  className?: string;
}

/** A block's picture: blocks know an address and a text, no size, so it always has a fixed ratio. */
export function BlockPicture({ image, ...rest }: BlockPictureProps) {
  return <CmsImage image={{ url: image.sourceUrl, alt: image.altText }} {...rest} />;
}
