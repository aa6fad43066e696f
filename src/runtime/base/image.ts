/** An image of the CMS, as components receive it. */
export interface ImageView {
  url: string;
  alt: string;
  /** Pixels; absent when the CMS does not know them. */
  width?: number;
  height?: number;
  blurDataUrl?: string;
}

/** The logo of the site, as components receive it. */
export interface LogoView extends ImageView {
  /** The site's name. */
  alt: string;
  width: number;
  height: number;
}
