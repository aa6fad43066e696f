import { Feed, type Item } from 'feed';
import { escapeXml, validXml } from './xml.ts';

export interface FeedChannel {
  title: string;
  description: string;
  /** Absolute addresses: of what the feed is about, and of the feed itself. */
  url: string;
  feedUrl: string;
  /** BCP 47. */
  language: string;
}

export interface FeedItem {
  url: string;
  title: string;
  /** Moments in UTC; empty for a password-protected item. */
  publishedAt: string;
  modifiedAt: string;
  author: string;
  categories: string[];
  /** Plain text. */
  excerpt: string;
  /** Sanitised HTML with absolute addresses. */
  html: string;
}

/**
 * RSS 2.0. The package (feed 6.0) splits only the first `]]>` of a CDATA section and leaves control characters in, so
 * texts come to it clean.
 */
export function rss(channel: FeedChannel, items: readonly FeedItem[]): string {
  const newest = items
    .map(({ modifiedAt }) => modifiedAt)
    .sort()
    .at(-1);
  const feed = new Feed({
    title: validXml(channel.title),
    description: validXml(channel.description),
    link: channel.url,
    feedLinks: { rss: channel.feedUrl },
    language: validXml(channel.language),
    // The same content makes the same bytes: the time of rendering is nothing that changed.
    updated: new Date(newest || 0),
    generator: false,
  });
  for (const item of items) feed.addItem(toItem(item));
  return feed.rss2();
}

function toItem({ url, title, publishedAt, author, categories, excerpt, html }: FeedItem): Item {
  return {
    title: cdata(title, ']] >') || url,
    link: url,
    // Readers take a description for HTML, and a title for text.
    description: cdata(escapeXml(excerpt)),
    content: cdata(html),
    category: categories.map((name) => ({ name: validXml(name) })),
    // RSS's own `author` wants an e-mail address; the name goes where WordPress puts it.
    ...(author ? { extensions: [{ name: 'dc:creator', objects: creator(author) }] } : {}),
    ...(publishedAt ? { date: new Date(publishedAt) } : {}),
    // The package can do without a date, its type cannot.
  } as Item;
}

/** Declares the prefix itself: the package does so only in a feed that has content. */
function creator(name: string) {
  return { _attributes: { 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' }, _text: validXml(name) };
}

/** `]]>` would end the section; in HTML it can be written in another way, in text it gets a space. */
function cdata(text: string, end = ']]&gt;'): string {
  return validXml(text).replaceAll(']]>', end);
}
