/** A picture of the CMS, as components receive it. */
export interface ImageView {
  url: string;
  alt: string;
  /** Pixels; absent when the CMS does not know them. */
  width?: number;
  height?: number;
  blurDataUrl?: string;
}
