import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/serve';
import type { ServedSite } from '../site/support/site-server';
import { all, parseXml, textOf } from '../site/support/xml';
import { type SeoCms, startSeoCms } from '../support/seo-cms';
import { type SmtpSink, startSmtpSink } from '../wordpress/companion/smtp-sink';

const PUBLIC = 'https://www.example.com';
const HIDDEN = '/dovetails-by-eye/';

/** Fields of the owner's in the contact form. */
const fields = `import { defineContent } from 'headless-site/define';

export default defineContent({
  contact: {
    fields: [
      { name: 'phone', label: 'Telephone & fax', kind: 'tel', autocomplete: 'tel', required: true },
      { name: 'topic', label: 'Topic', kind: 'select', options: ['Sales', 'Support'] },
      { name: 'terms', label: 'I have read <the terms>', kind: 'checkbox', required: true },
    ],
  },
});
`;

/** A production site with a public address, on a CMS with Yoast, whose contact form is delivered by SMTP. */
let cms: SeoCms;
let site: ServedSite;
let sink: SmtpSink;
let dir: string;
beforeAll(async () => {
  cms = await startSeoCms('yoast', ({ uri = '' }) => ({
    title: `${uri} by Yoast`,
    metaDesc: 'Written for search engines',
    canonical: cms.url + uri,
    metaRobotsNoindex: uri === HIDDEN ? 'noindex' : 'index',
    opengraphImage: null,
  }));
  sink = await startSmtpSink();
  dir = await createSite('public', '--custom', 'project=isr', '--contact', 'smtp');
  writeFileSync(path.join(dir, 'content.config.ts'), fields);
  site = await buildAndServe(dir, cms.graphqlUrl, {
    NEXT_PUBLIC_SITE_URL: PUBLIC,
    SMTP_URL: `smtp://mailer:secret-of-mail@127.0.0.1:${sink.port}`,
    EMAIL_FROM_ADDRESS: 'Site <site@example.com>',
  });
});
afterAll(async () => {
  await site?.stop();
  await sink?.stop();
  await cms?.close();
});
const read = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).text();

describe('a public site with an SEO plugin', () => {
  const metaOf = (page: string, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];

  test("the plugin's texts, on this site's own address", async () => {
    for (const path of [
      '/a-chair-that-can-be-mended/',
      '/about/',
      '/project/kitchen-in-afife/',
      '/tag/oak/',
      '/author/rosa/',
    ]) {
      const page = await read(path);
      expect(/<title>[^<]*/.exec(page)?.[0]).toBe(`<title>${path} by Yoast`);
      expect(/<link rel="canonical" href="([^"]*)/.exec(page)?.[1]).toBe(PUBLIC + path);
      expect(metaOf(page, 'description')).toBe('Written for search engines');
      expect(metaOf(page, 'robots')).toBe('index, follow, max-image-preview:large');
    }
  });
  test('noindex keeps a page out of search results and of the sitemap', async () => {
    expect(metaOf(await read(HIDDEN), 'robots')).toBe('noindex, follow');
    const listed = all(parseXml(await read('/sitemap.xml')), 'loc').map(textOf);
    expect(listed).toContain(`${PUBLIC}/project/`);
    expect(listed).toContain(`${PUBLIC}/a-chair-that-can-be-mended/`);
    expect(listed).not.toContain(PUBLIC + HIDDEN);
  });
  test('robots.txt opens the site and names the sitemap', async () => {
    expect(await read('/robots.txt')).toBe(
      `User-agent: *\nDisallow: /api/\nDisallow: /preview/\n\nSitemap: ${PUBLIC}/sitemap.xml\n`,
    );
  });
  test('search results stay out', async () => {
    expect(metaOf(await read('/search/'), 'robots')).toMatch(/^noindex/);
  });
  test('the address of the CMS is in no head but for its images', async () => {
    const [head = ''] = (await read('/a-chair-that-can-be-mended/')).split('</head>');
    const addresses = head.match(new RegExp(`${cms.url}[^"]*`, 'g')) ?? [];
    expect(addresses.filter((address) => !address.includes('/wp-content/'))).toEqual([]);
  });
  test('feeds carry the public address', async () => {
    const feed = parseXml(await read('/feed/'));
    for (const item of all(feed, 'item'))
      expect(textOf(all(item, 'link')[0])).toMatch(/^https:\/\/www\.example\.com\//);
  });
});

describe('a contact form that is delivered by SMTP, with fields of the owner’s', () => {
  const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello, how are you?' };
  const whole = { ...message, phone: '123', topic: 'Sales', terms: '✓' };
  const outbox = () => path.join(dir, '.contact-outbox/waiting');
  const waiting = () => (existsSync(outbox()) ? readdirSync(outbox()) : []);
  const send = (body: object) =>
    fetch(`${site.url}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('the form has them, and the build says nothing of it', async () => {
    const html = await read('/contact/');
    expect(html).toMatch(
      /<input(?=[^>]* name="phone")(?=[^>]* type="tel")(?=[^>]* required="")(?=[^>]* autoComplete="tel")/,
    );
    expect(html).toContain('Telephone &amp; fax');
    expect(html).toMatch(
      /<select[^>]* name="topic"[^>]*><option[^>]* value=""[^>]*><\/option><option value="Sales">Sales</,
    );
    expect(html).toMatch(/<input(?=[^>]* name="terms")(?=[^>]* type="checkbox")(?=[^>]* value="✓")/);
    expect(html).toContain('I have read &lt;the terms&gt;');
    expect(html.indexOf('name="terms"')).toBeLessThan(html.indexOf('name="message"'));
    expect(site.output()).not.toContain('The contact form is not shown');
  });

  test('what they need is said, at the field', async () => {
    const response = await send(message);
    expect([response.status, response.headers.get('contact-field'), await response.json()]).toEqual([
      400,
      'phone',
      { success: false, error: 'Telephone & fax is required' },
    ]);
  });

  test('a message arrives with them', async () => {
    expect((await send(whole)).status).toBe(200);
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]).toMatchObject({
      to: ['site@example.com'],
      headers: { 'reply-to': 'ada@example.com' },
    });
    expect(sink.mails[0]?.text).toContain('Telephone & fax: 123');
    expect(sink.mails[0]?.text).toContain('I have read <the terms>: ✓');
  });

  test('a mail server that is down, and a site that is killed: it waits, and arrives once when both are back', async () => {
    const { port } = sink;
    await sink.stop();
    const response = await send({ ...whole, message: 'Sent while the mail server is down' });
    expect([response.status, await response.json()]).toEqual([
      200,
      { success: true, message: 'Thank you for your message.' },
    ]);
    expect(waiting()).toHaveLength(1);
    await site.restart();
    expect(waiting()).toHaveLength(1);
    // One that was killed while it tried keeps the message for ten minutes. These pass at once.
    for (const name of waiting()) utimesSync(path.join(outbox(), name), 0, 0);
    sink = await startSmtpSink(port);
    await expect.poll(waiting).toEqual([]);
    // One that comes after it: the first does not come again.
    expect((await send(whole)).status).toBe(200);
    expect(sink.mails.map(({ text }) => /Sent while|Hello/.exec(text)?.[0])).toEqual(['Sent while', 'Hello']);
    expect(site.output()).not.toContain('secret-of-mail');
  });
});
