import { prepareContent } from 'headless-site/html';

interface HtmlProps {
  /** As the CMS sent it; sanitised here. */
  html: string;
  /** Besides `prose`; `prose-page` lets wide and full alignments break out of the text. */
  className?: string;
  /** Keeps heading ids apart where a page shows several pieces: `section-2-`. */
  idPrefix?: string;
  /** Nothing but a heading stands above: the first picture is loaded at once. */
  lead?: boolean;
}

/** HTML of the CMS. Nothing else on the site may use dangerouslySetInnerHTML on what the CMS sent. */
export function Html({ html, className, ...options }: HtmlProps) {
  return <SafeHtml html={prepareContent(html, options).html} className={className} />;
}

/** For HTML that `headless-site/html` has prepared already. */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  if (html.trim() === '') return null;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by headless-site/html
    <div className={`prose ${className ?? ''}`} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
