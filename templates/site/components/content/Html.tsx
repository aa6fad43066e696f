import type { MappedContent } from 'headless-site/blocks';
import { type Body, ContentBody, prepareContent } from 'headless-site/html';
import { Form } from '@/components/forms/Form';

interface HtmlProps {
  /** HTML from the CMS; sanitised here. */
  html: string;
  /** Besides `prose`; `prose-page` lets wide and full alignments break out of the text. */
  className?: string;
  /** Keeps heading ids apart where a page shows several pieces: `section-2-`. */
  idPrefix?: string;
  /** Nothing but a heading stands above: the first picture is loaded at once. */
  lead?: boolean;
  /** The content of a post or page again, where components of `components/blocks/mapped` show some of it. */
  mapped?: MappedContent | null;
}

/** HTML of the CMS. Nothing else on the site may use dangerouslySetInnerHTML on what the CMS sent. */
export function Html({ html, className, ...options }: HtmlProps) {
  const { html: safe, body } = prepareContent(html, options);
  return <SafeHtml html={safe} body={body} className={className} />;
}

interface SafeHtmlProps {
  html: string;
  className?: string;
  /** In its place, where components show some of it: a form, a block of `components/blocks/mapped`. */
  body?: Body;
}

/** For HTML that `headless-site/html` has prepared already. */
export function SafeHtml({ html, className, body }: SafeHtmlProps) {
  if (html.trim() === '') return null;
  // Sizes that an editor chose may be larger than their place.
  const classes = `prose ${className ?? ''}${html.includes(' style="') ? ' held' : ''}`;
  if (body) {
    return (
      <div className={classes}>
        <ContentBody body={body} form={Form} />
      </div>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by headless-site/html
  return <div className={classes} dangerouslySetInnerHTML={{ __html: html }} />;
}
