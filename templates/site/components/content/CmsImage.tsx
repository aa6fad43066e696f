import type { ImageView } from 'headless-site/content';
import { existingSizes, optimizable } from 'headless-site/images';
import { getImageProps } from 'next/image';
import type { CSSProperties, ImgHTMLAttributes } from 'react';

interface CmsImageProps {
  image: ImageView;
  /** The `sizes` attribute of HTML: how wide the picture is shown, so that the browser picks the right file. */
  sizes: string;
  /** The room that is kept for the picture, which is cropped to it. `natural` is the picture's own, `brand` that of the styles. */
  ratio?: '3/2' | '16/9' | '1/1' | 'natural' | 'brand';
  /** Pixels of the widest file that is offered: twice what is shown. */
  most?: number;
  /** For the first picture of a page: loaded at once and first. */
  priority?: boolean;
  className?: string;
}

const box = { '3/2': [1200, 800], brand: [1200, 800], '16/9': [1280, 720], '1/1': [1000, 1000] } as const;

/** A picture of the CMS that never shifts the page. No browser code: Next's own image component would cost 6 KiB. */
export function CmsImage({ image, sizes, ratio = '3/2', most, priority = false, className }: CmsImageProps) {
  const natural = ratio === 'natural' && image.width && image.height;
  const [width, height] = natural
    ? [image.width as number, image.height as number]
    : box[ratio === 'natural' ? '3/2' : ratio];
  const attributes: ImgHTMLAttributes<HTMLImageElement> = {
    src: image.url,
    alt: image.alt,
    width,
    height,
    loading: priority ? 'eager' : 'lazy',
    decoding: 'async',
    fetchPriority: priority ? 'high' : undefined,
    className: ['picture', isOpaque(image.url) && 'opaque', className].filter(Boolean).join(' '),
    style: { ...(ratio === 'brand' ? {} : { aspectRatio: `${width} / ${height}` }), ...placeholder(image) },
  };
  const address = optimizable(image.url);
  if (address) {
    const { props } = getImageProps({ src: address, alt: image.alt, width, height, sizes });
    attributes.srcSet = existingSizes(props.srcSet ?? '', image.width, most);
    attributes.sizes = sizes;
    // For browsers that know no srcset: the largest.
    attributes.src = attributes.srcSet.split(', ').at(-1)?.split(' ')[0];
  }
  // biome-ignore lint/a11y/useAltText: in the attributes
  // biome-ignore lint/performance/noImgElement: see above
  return <img {...attributes} />;
}

/** Only this format is never transparent. */
const isOpaque = (url: string) => /\.jpe?g(?:$|[?#])/i.test(url);

/** The blurred preview lies behind the picture, which covers it once loaded; a transparent one never would. */
function placeholder({ url, blurDataUrl = '' }: ImageView): CSSProperties | undefined {
  if (!isOpaque(url) || !/^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/.test(blurDataUrl))
    return undefined;
  return { backgroundImage: `url(${blurDataUrl})`, backgroundSize: 'cover' };
}
