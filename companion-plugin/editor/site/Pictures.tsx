import type { ReactNode } from 'react';

const ratios = { '3/2': 'aspect-3/2', '16/9': 'aspect-video', '1/1': 'aspect-square', brand: '' };

interface PictureProps {
  ratio?: keyof typeof ratios;
  className?: string;
}

/** `image.sourceUrl` is what there is to edit. */
export function BlockPicture({ image, ...rest }: PictureProps & { image: { sourceUrl: ReactNode } }) {
  return <CmsImage image={{ url: image.sourceUrl }} {...rest} />;
}

export function CmsImage({
  image,
  ratio = '3/2',
  className = '',
}: PictureProps & { image: { url: ReactNode } }) {
  return (
    <span className={`companion-frame block overflow-hidden rounded bg-muted ${ratios[ratio]} ${className}`}>
      {image.url}
    </span>
  );
}
