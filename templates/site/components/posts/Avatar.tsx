interface AvatarProps {
  /** The address that the CMS sent. */
  src: string;
  /** Its side in pixels. */
  size: number;
}

/** Somebody's picture. A CMS that is read over http names Gravatar's pictures with http, which the site's policy refuses. */
export function Avatar({ src, size }: AvatarProps) {
  return (
    // biome-ignore lint/performance/noImgElement: so few pixels need no optimiser
    <img
      src={src.replace(/^http:(?=\/\/(?:[a-z0-9]+\.)?gravatar\.com\/)/i, 'https:')}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="avatar"
    />
  );
}
