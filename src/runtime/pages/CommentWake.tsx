import { commentWake } from '../server/security/theme-script.ts';

/** Stands behind the form. */
export function CommentWake() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
  return <script dangerouslySetInnerHTML={{ __html: commentWake }} />;
}
