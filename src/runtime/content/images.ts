/** Quality that getOptimizedImageUrl asks for unless told otherwise, 1 to 100. */
export const DEFAULT_IMAGE_QUALITY = 85;

/** Widths in pixels around the one an image is shown at. */
export function getImageSizes(width: number): { sm: number; md: number; lg: number; xl: number } {
  return {
    sm: Math.round(width * 0.5),
    md: Math.round(width * 0.75),
    lg: width,
    xl: Math.round(width * 1.5),
  };
}

/** A `srcset` value: `<baseUrl>?w=<size> <size>w` for each width in pixels. */
export function generateSrcSet(baseUrl: string, sizes: readonly number[]): string {
  return sizes.map((size) => `${baseUrl}${separator(baseUrl)}w=${size} ${size}w`).join(', ');
}

/** Address of a WebP rendition from a CMS or CDN that understands `w`, `q` and `fm`. */
export function getOptimizedImageUrl(url: string, width: number, quality = DEFAULT_IMAGE_QUALITY): string {
  return `${url}${separator(url)}w=${width}&q=${quality}&fm=webp`;
}

function separator(url: string): '?' | '&' {
  return url.includes('?') ? '&' : '?';
}
