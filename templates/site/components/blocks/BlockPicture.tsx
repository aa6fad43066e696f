import type { BlockImage } from 'headless-site';
import { CmsImage } from '@/components/content/CmsImage';

interface BlockPictureProps {
  image: BlockImage;
  sizes: string;
  /** `brand` is that of the styles. */
  ratio?: '3/2' | '16/9' | '1/1' | 'brand';
  /** Pixels of the widest file that is offered: twice what is shown. */
  most?: number;
  priority?: boolean;
  className?: string;
}

/** A block's picture: blocks know an address and a text, no size, so it always has a fixed ratio. */
export function BlockPicture({ image, ...rest }: BlockPictureProps) {
  return <CmsImage image={{ url: image.sourceUrl, alt: image.altText }} {...rest} />;
}
