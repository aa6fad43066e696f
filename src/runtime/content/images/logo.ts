import { getImageProps } from 'next/image';
import type { ImgHTMLAttributes } from 'react';
import type { LogoView } from '../../base/image.ts';
import { isDrawing, optimizable } from './hosts.ts';

type LogoAttributes = Pick<
  ImgHTMLAttributes<HTMLImageElement>,
  'src' | 'srcSet' | 'alt' | 'width' | 'height' | 'style'
>;

/** Pixels that a logo takes at most. The styles say the same in rem, and less on a phone. */
const MOST = { width: 224, height: 44 };

/**
 * The attributes of the logo's `<img>`: as large as fits, never cropped, never enlarged unless it is a drawing. Width and
 * ratio are there before the image is, so nothing moves as it comes, and also where WordPress has its size wrong.
 * @param logo as `ShellView` has it
 */
export function logoAttributes({ url, alt, width, height }: LogoView): LogoAttributes {
  const fitting = Math.min(MOST.width / width, MOST.height / height);
  const scale = isDrawing(url) ? fitting : Math.min(1, fitting);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const shown = { alt, ...size, style: { aspectRatio: `${width} / ${height}` } };
  const address = optimizable(url);
  if (!address) return { src: url, ...shown };
  const { src, srcSet } = getImageProps({ src: address, alt, ...size }).props;
  return { src, srcSet, ...shown };
}
