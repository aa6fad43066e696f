import type { Attributes } from 'sanitize-html';

/** Elements that a host's script turns into a frame, and that script. */
const WIDGETS = [
  { class: 'calendly-inline-widget', script: /^(?:https?:)?\/\/assets\.calendly\.com\//i },
  {
    class: 'codepen',
    script: /^(?:https?:)?\/\/(?:static|assets|production-assets|cpwebassets)\.codepen\.io\//i,
  },
];

/** Whether an element is one of those. @param tag its opening tag */
export const isWidget = (tag: string): boolean => WIDGETS.some((widget) => tag.includes(widget.class));

/** @returns the attributes of the frame that an element would become; undefined for one that stays */
export function frameOf({ class: classes = '', ...attribs }: Attributes): Attributes | undefined {
  const names = classes.split(/\s+/, 50);
  if (names.includes('calendly-inline-widget') && attribs['data-url'])
    return { src: attribs['data-url'], title: 'Calendly' };
  const { 'data-slug-hash': pen, 'data-user': user } = attribs;
  if (!names.includes('codepen') || !pen || !user) return undefined;
  return {
    src: `https://codepen.io/${encodeURIComponent(user)}/embed/${encodeURIComponent(pen)}`,
    title: attribs['data-pen-title'] ?? '',
    height: attribs['data-height'] ?? '',
  };
}

/**
 * Whether a script is of something that is shown without it.
 * @param tag its opening tag
 * @param html all of the content
 */
export function isOfWidget(tag: string, html: string): boolean {
  const src = /\ssrc\s*=\s*["']?([^"'\s>]*)/i.exec(tag)?.[1];
  return (
    src !== undefined && WIDGETS.some((widget) => widget.script.test(src) && html.includes(widget.class))
  );
}
