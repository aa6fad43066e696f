import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../site/create';
import { serveSite } from '../site/serve';
import type { RunningSite } from '../site/support/site-server';
import { type SmtpSink, startSmtpSink } from '../wordpress/companion/smtp-sink';

const own = `import { defineContent } from 'headless-site/define';

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
const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello, how are you?' };
const all = { ...message, phone: '123', topic: 'Sales', terms: '✓' };
const pageOf = async ({ url }: RunningSite) => (await fetch(`${url}/contact`)).text();
const send = ({ url }: RunningSite, body: object) =>
  fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a site whose contact form is delivered by SMTP, with fields of its owner’s', () => {
  let site: RunningSite;
  let sink: SmtpSink;
  let dir: string;
  const waiting = () => {
    const folder = path.join(dir, '.contact-outbox/waiting');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  beforeAll(async () => {
    sink = await startSmtpSink();
    dir = await createSite('contact', '--contact', 'smtp');
    writeFileSync(path.join(dir, 'content.config.ts'), own);
    site = await serveSite(dir, {
      SMTP_URL: `smtp://mailer:secret-of-mail@127.0.0.1:${sink.port}`,
      EMAIL_FROM_ADDRESS: 'Site <site@example.com>',
    });
  });
  afterAll(async () => {
    await site?.stop();
    await sink?.stop();
  });

  test('the form has them, and the build says nothing of it', async () => {
    const html = await pageOf(site);
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
    const response = await send(site, message);
    expect([response.status, response.headers.get('contact-field'), await response.json()]).toEqual([
      400,
      'phone',
      { success: false, error: 'Telephone & fax is required' },
    ]);
  });

  test('a message arrives with them', async () => {
    expect((await send(site, all)).status).toBe(200);
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
    const response = await send(site, { ...all, message: 'Sent while the mail server is down' });
    expect([response.status, await response.json()]).toEqual([
      200,
      { success: true, message: 'Thank you for your message.' },
    ]);
    expect(waiting()).toHaveLength(1);
    await site.restart();
    expect(waiting()).toHaveLength(1);
    sink = await startSmtpSink(port);
    await expect.poll(waiting).toEqual([]);
    // One that comes after it: the first does not come again.
    expect((await send(site, all)).status).toBe(200);
    expect(sink.mails.map(({ text }) => /Sent while|Hello/.exec(text)?.[0])).toEqual(['Sent while', 'Hello']);
    expect(site.output()).not.toContain('secret-of-mail');
  });
});

describe('a site that nothing delivers messages of', () => {
  let site: RunningSite;
  beforeAll(async () => {
    site = await serveSite(await createSite('contact-closed'), { EMAIL_PROVIDER_API_KEY: '' });
  });
  afterAll(() => site?.stop());

  test('the build says so in one line with its fix', () => {
    expect(site.output().match(/^The contact form is not shown: .*/gm)).toEqual([
      'The contact form is not shown: EMAIL_PROVIDER_API_KEY is not set. Fix: npx create-headless-site regenerate-config --contact wordpress ' +
        '(or resend, smtp), and set what it needs where the site is built.',
    ]);
  });
  test('the page is there without the form, and the route answers as the interface says', async () => {
    const html = await pageOf(site);
    // Of the sample CMS's own page.
    expect([html.includes('Rosa reads everything'), html.includes('action="/api/contact"')]).toEqual([
      true,
      false,
    ]);
    const response = await send(site, message);
    expect([response.status, await response.json()]).toEqual([
      500,
      { success: false, error: 'Your message could not be sent, please try again later' },
    ]);
  });
});
