import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { visitorHeader } from '../../../src/runtime/base/visitor-signature';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import type { ServedSite } from '../../site/support/site-server';
import { whyNoWordPress } from '../server';
import { type FormSite, startFormSite } from './form-site';
import { fieldsOf, post, textOf } from './forms';
import { ownPlugin } from './own-plugin';
import { logIn, type Visit, visitor } from './session';
import { complaints, previewSecret, revalidationSecret } from './site';

const reason = whyNoWordPress('newest');
const list = '/wp-admin/admin.php?page=companion-messages';
const valid = {
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  company: '',
  message: 'Hello,\nhow are you? 研 😀',
  fields: [{ label: 'Telephone', value: '123' }],
};

/** Messages of the site's contact form, on a real WordPress whose mails arrive in a sink. */
describe.skipIf(reason)(`messages of the contact form${reason ? ` (${reason})` : ''}`, () => {
  let site: FormSite;
  let admin: Visit;
  const php = <T>(code: string) => site.wordpress.php<T>(code);
  beforeAll(async () => {
    site = await startFormSite([]);
    admin = await logIn(site.wordpress);
  });
  afterAll(() => site?.stop());
  beforeEach(async () => {
    site.sink.mails.length = 0;
    delete site.sink.refuses.mail;
    await php(`global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}companion_messages" );`);
  });

  const newId = () => randomBytes(16).toString('hex');
  const send = async (
    body: unknown,
    { id = newId(), secret = revalidationSecret, target = 'contact' } = {},
  ) => {
    const now = Math.floor(Date.now() / 1000);
    const signature =
      secret &&
      visitorHeader(secret, target, id, { ip: '203.0.113.9', agent: 'Browser', page: '/contact' }, now);
    const answer = await fetch(`${site.wordpress.url}/?rest_route=/companion/v1/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature || {}) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const rows = () =>
    php<
      {
        state: string;
        attempts: string;
        due_at: string;
        is_read: string;
        last_error: string;
        content: string;
      }[]
    >(
      `global $wpdb; echo json_encode( $wpdb->get_results( "SELECT * FROM {$wpdb->prefix}companion_messages ORDER BY id" ) );`,
    );
  const press = async (page: string, action: string, change: Record<string, string> = {}) => {
    const fields = await fieldsOf(admin, page, action);
    for (const [name, value] of Object.entries(change)) fields.set(name, value);
    const answer = await post(admin, fields);
    expect(answer.status).toBe(302);
    return textOf(await (await admin(answer.headers.get('location') ?? '')).text());
  };
  const text = async (page = list) => textOf(await (await admin(page)).text());
  const firstId = async () =>
    php<number>(
      `global $wpdb; echo (int) $wpdb->get_var( "SELECT MIN(id) FROM {$wpdb->prefix}companion_messages" );`,
    );

  /** Opens the first message by its link in the list. */
  const read = async () => {
    const [, link = ''] = /href="([^"]*[?&;]message=[^"]*)"/.exec(await (await admin(list)).text()) ?? [];
    return admin(link.replaceAll(/&amp;|&#0?38;/g, '&'));
  };

  it('one is kept, mailed by wp_mail and answered to its sender', async () => {
    expect(await send(valid)).toEqual({ status: 200, body: { status: 'kept' } });
    expect(site.sink.mails).toHaveLength(1);
    const [mail] = site.sink.mails;
    const admin_email = await php<string>(`echo json_encode( get_option( 'admin_email' ) );`);
    expect([mail?.to, mail?.headers['reply-to']]).toEqual([[admin_email], 'Ada@Example.com']);
    expect(mail?.headers['content-type']).toMatch(/^text\/plain; charset=UTF-8/i);
    expect(mail?.text.replaceAll('\r\n', '\n')).toBe(
      'Name: Ada Lovelace\nE-mail: Ada@Example.com\nTelephone: 123\n\nHello,\nhow are you? 研 😀',
    );
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([['sent', '1']]);
  });

  it('the same id is taken once, also at the same moment, and after WordPress has forgotten its answer', async () => {
    const id = newId();
    const answers = await Promise.all([send(valid, { id }), send(valid, { id }), send(valid, { id })]);
    // Where another takes it at that moment, the site asks again later.
    for (const { status } of answers) expect([200, 503]).toContain(status);
    await php(`delete_transient( 'companion_visitor_${id}' );`);
    expect((await send(valid, { id })).status).toBe(200);
    expect([(await rows()).length, site.sink.mails.length]).toEqual([1, 1]);
  });

  it.each<[string, unknown, object, number]>([
    ['without a signature', valid, { secret: '' }, 401],
    ['with the signature of somebody else', valid, { secret: 'another-secret-of-16' }, 401],
    ['with a signature for a form', valid, { target: 'forms/contact-form-7:1' }, 401],
    ['that is no JSON', 'x', {}, 400],
    ['that is a list', '[]', {}, 400],
    ['without a message', { ...valid, message: ' ' }, {}, 400],
    ['with a line break in the address', { ...valid, email: 'a@example.com\r\nBcc: x@example.com' }, {}, 400],
    ['with two addresses', { ...valid, email: 'a@example.com, b@example.com' }, {}, 400],
    ['whose name is a list', { ...valid, name: ['a'] }, {}, 400],
  ])('one %s is refused: nothing is kept or sent', async (_name, body, options, status) => {
    expect((await send(body, options)).status).toBe(status);
    expect([await rows(), site.sink.mails]).toEqual([[], []]);
  });

  it.each<[string, object]>([
    ['a line break in the name', { name: 'Ada\r\nBcc: victim@example.com' }],
    ['a separator of lines in the name', { name: 'Ada\u2028Bcc: victim@example.com' }],
    ['a line break in a label', { fields: [{ label: 'a\r\nBcc: victim@example.com', value: 'x' }] }],
    [
      'a second mail behind a dot',
      { message: 'x\r\n.\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<victim@example.com>' },
    ],
    ['headers in a value', { fields: [{ label: 'a', value: '\r\nBcc: victim@example.com' }] }],
  ])('%s reaches nobody else', async (_name, attack) => {
    expect((await send({ ...valid, ...attack })).status).toBe(200);
    expect(site.sink.mails).toHaveLength(1);
    const [mail] = site.sink.mails;
    expect(mail?.to).not.toContain('victim@example.com');
    expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc');
    expect(mail?.headers.subject).not.toMatch(/[\r\n]/);
  });

  it('a mail that fails: the message is in the list with the reason, and cron sends it when it is due, once', async () => {
    site.sink.refuses.mail = '554 not today';
    expect((await send(valid)).status).toBe(200);
    expect((await rows()).map(({ state }) => state)).toEqual(['waiting']);
    expect(await text()).toMatch(
      /Not sent yet\. It is tried again at .*not today|Not sent yet\. It is tried again at .*: SMTP/,
    );
    delete site.sink.refuses.mail;
    const tick = () => site.wordpress.cron('companion_tick');
    await tick();
    expect(site.sink.mails).toEqual([]);
    await php(`global $wpdb; $wpdb->query( "UPDATE {$wpdb->prefix}companion_messages SET due_at = 1" );`);
    await tick();
    await tick();
    expect(site.sink.mails).toHaveLength(1);
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([['sent', '2']]);
  });

  it('after its last try it stays in the list, with a button', async () => {
    site.sink.refuses.mail = '554 not today';
    await send(valid);
    await php(
      `global $wpdb; $wpdb->query( "UPDATE {$wpdb->prefix}companion_messages SET due_at = 1, attempts = 6" );`,
    );
    await site.wordpress.cron('companion_tick');
    expect((await rows())[0]?.state).toBe('failed');
    expect(await text()).toContain('Not sent, and no longer tried: ');
    delete site.sink.refuses.mail;
    expect(await press(`${list}&message=${await firstId()}`, 'companion_retry_message')).toContain(
      'The mail was sent.',
    );
    expect(site.sink.mails).toHaveLength(1);
  });

  it('a plugin that ends PHP while it sends is not asked again at once, and the message is there', async () => {
    const off = await ownPlugin(
      site.wordpress,
      `add_action( 'phpmailer_init', function () { exit( 1 ); } );`,
    );
    const id = newId();
    await send(valid, { id }).catch(() => undefined);
    await off();
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', '1']]);
    // The site asks again: it is told that the message is there.
    expect((await send(valid, { id })).status).toBe(200);
    expect([(await rows()).length, site.sink.mails.length]).toEqual([1, 0]);
  });

  it('the recipient is the owner’s to change', async () => {
    const off = await ownPlugin(
      site.wordpress,
      `add_filter( 'companion_contact_mail', function ( $mail ) { $mail['to'] = 'office@example.org'; return $mail; } );`,
    );
    await send(valid);
    await off();
    expect(site.sink.mails[0]?.to).toEqual(['office@example.org']);
  });

  it('the list shows what was written as text, one message is read there, and deleted', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    await send({ ...valid, name: markup, message: markup, fields: [{ label: markup, value: markup }] });
    const html = await (await admin(list)).text();
    expect(html).not.toContain(markup);
    expect([textOf(html).includes(markup), html.includes('hsc-unread')]).toEqual([true, true]);
    const one = `${list}&message=${await firstId()}`;
    const shown = await (await read()).text();
    expect([shown.includes(markup), textOf(shown).includes(`${markup} ${markup}`)]).toEqual([false, true]);
    expect((await (await admin(list)).text()).includes('hsc-unread')).toBe(false);
    expect(await press(one, 'companion_delete_messages')).toContain('1 message was deleted.');
    expect(await rows()).toEqual([]);
    expect(await text()).toContain('There are no messages.');
  });

  it('several are deleted at once; and nobody else sees or deletes any', async () => {
    for (let i = 0; i < 3; i++) await send({ ...valid, message: `Number ${i} of them` });
    const stranger = visitor(site.wordpress);
    expect((await stranger(list)).status).toBe(302);
    const fields = await fieldsOf(admin, list, 'companion_delete_messages');
    const first = await firstId();
    for (const id of [first, first + 1, '1 OR 1=1', '-1']) fields.append('messages[]', String(id));
    expect((await post(stranger, fields)).status).toBe(403);
    expect(
      (
        await post(
          admin,
          new URLSearchParams({ action: 'companion_delete_messages', 'messages[]': String(first) }),
        )
      ).status,
    ).toBe(403);
    expect((await rows()).length).toBe(3);
    await post(admin, fields);
    expect((await rows()).length).toBe(1);
  });

  it('the export has them all, and no formula', async () => {
    await send({ ...valid, name: '=HYPERLINK("https://evil.example")' });
    const answer = await post(admin, await fieldsOf(admin, list, 'companion_export_messages'));
    const csv = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(csv).toContain('"Ada@Example.com"');
    expect(csv).toContain('"Telephone: 123"');
  });

  it('WordPress’s privacy tools export and erase those of an address, however it is written', async () => {
    await send(valid);
    await send({ ...valid, email: 'other@example.com' });
    const tools = await php<{
      exported: { data: { data: { name: string; value: string }[] }[]; done: boolean };
      erased: object;
    }>(
      `$exporter = apply_filters( 'wp_privacy_personal_data_exporters', [] )['headless-site-companion-messages'];
       $eraser = apply_filters( 'wp_privacy_personal_data_erasers', [] )['headless-site-companion-messages'];
       echo json_encode( [ 'exported' => $exporter['callback']( 'ADA@example.com', 1 ), 'erased' => $eraser['callback']( 'ADA@example.com', 1 ) ] );`,
    );
    expect(tools.exported.done).toBe(true);
    expect(tools.exported.data).toHaveLength(1);
    expect(tools.exported.data[0]?.data).toContainEqual({ name: 'Message', value: valid.message });
    expect(tools.exported.data[0]?.data).toContainEqual({ name: 'Telephone', value: '123' });
    expect(tools.erased).toEqual({ items_removed: 1, items_retained: 0, messages: [], done: true });
    expect((await rows()).length).toBe(1);
  });

  it('a message that was mailed and read is forgotten with the log, one of both later, one that nobody knows of never', async () => {
    const left = async (days: number) => {
      await php(
        `global $wpdb; $wpdb->query( "UPDATE {$wpdb->prefix}companion_messages SET created_at = " . ( time() - ${days} * DAY_IN_SECONDS ) . ", due_at = 9999999999" );`,
      );
      await site.wordpress.cron('companion_tick');
      return (await rows()).map(({ content }) => JSON.parse(content).message);
    };
    await send({ ...valid, message: 'mailed' });
    await send({ ...valid, message: 'mailed and read' });
    await read();
    site.sink.refuses.mail = '554 not today';
    await send({ ...valid, message: 'read' });
    await read();
    await send({ ...valid, message: 'neither' });
    expect(await left(15)).toEqual(['mailed', 'read', 'neither']);
    expect(await left(181)).toEqual(['neither']);
  });

  it('another page that makes a browser open one marks it as read by nobody', async () => {
    await send(valid);
    const id = await firstId();
    for (const nonce of ['', '&_wpnonce=0123456789', '&_wpnonce[]=x'])
      expect(textOf(await (await admin(`${list}&message=${id}${nonce}`)).text())).toContain('how are you?');
    expect((await rows()).map(({ is_read }) => is_read)).toEqual(['0']);
    await read();
    expect((await rows()).map(({ is_read }) => is_read)).toEqual(['1']);
  });

  it.each<[string, string]>([
    ['ada@example.com', 'mailto:ada@example.com'],
    ['x?bcc=y@example.com', 'mailto:x%3Fbcc%3Dy@example.com'],
    ['x?cc=a%40b.c&amp=%0a@example.com', 'mailto:x%3Fcc%3Da%2540b.c%26amp%3D%250a@example.com'],
  ])('an answer goes to %s alone', async (email, link) => {
    expect((await send({ ...valid, email })).status).toBe(200);
    const page = await (await admin(`${list}&message=${await firstId()}`)).text();
    expect(/href="(mailto:[^"]*)"/.exec(page)?.[1]).toBe(link);
  });

  describe('and a site in front of it', () => {
    let front: ServedSite;
    let dir: string;
    const send = (message: string) =>
      fetch(`${front.url}/api/contact`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', message }),
      });
    const contents = async () =>
      (await rows()).map(({ content }) => (JSON.parse(content) as { message: string }).message);
    const blocks =
      '<!-- wp:search {"label":"Auf dieser Seite","buttonText":"Suchen"} /--><!-- wp:loginout {"displayLoginAsForm":true} /-->' +
      '<!-- wp:html --><canvas id="chart"></canvas><!-- /wp:html -->';
    beforeAll(async () => {
      await site.page('things', blocks);
      dir = await createSite('contact-wordpress', '--cms-url', site.wordpress.url);
      const env = { REVALIDATION_SECRET: revalidationSecret, PREVIEW_SECRET: previewSecret };
      front = await buildAndServe(dir, site.wordpress.graphqlUrl, env);
    });
    afterAll(() => front?.stop());

    it('the answer that was recommended is WordPress, and the site has neither of the other packages', () => {
      const read = (file: string) => JSON.parse(readFileSync(path.join(dir, file), 'utf8'));
      expect(read('site.config.json').features.contact).toBe('wordpress');
      expect(Object.keys(read('package.json').dependencies)).not.toEqual(
        expect.arrayContaining(['resend', 'nodemailer']),
      );
    });

    it('a message goes through, with the page that it was sent from', async () => {
      expect((await send('Hello through the site')).status).toBe(200);
      expect(await contents()).toEqual(['Hello through the site']);
      expect(site.sink.mails).toHaveLength(1);
    });

    it('WordPress down while submitting, and a site that is killed: nothing is lost, and nothing comes twice', async () => {
      await site.wordpress.fail({ kind: 'refuse' });
      for (const number of [1, 2]) expect((await send(`Sent while it is down, ${number}`)).status).toBe(200);
      const waiting = () => readdirSync(path.join(dir, '.contact-outbox/waiting')).length;
      expect(waiting()).toBe(2);
      await front.restart();
      await site.wordpress.fail(null);
      await expect.poll(waiting).toBe(0);
      expect((await contents()).sort()).toEqual(['Sent while it is down, 1', 'Sent while it is down, 2']);
      expect(site.sink.mails).toHaveLength(2);
    });

    it('WordPress that takes a message and dies before its answer: it is there once', async () => {
      const off = await ownPlugin(
        site.wordpress,
        `add_filter( 'rest_post_dispatch', function ( $response, $server, $request ) {
           if ( '/companion/v1/contact' === $request->get_route() ) { header( 'HTTP/1.1 500 x' ); exit; }
           return $response;
         }, 10, 3 );`,
      );
      expect((await send('Taken, and nobody knows')).status).toBe(200);
      expect(await contents()).toEqual(['Taken, and nobody knows']);
      await off();
      await expect.poll(() => readdirSync(path.join(dir, '.contact-outbox/waiting'))).toEqual([]);
      expect(await contents()).toEqual(['Taken, and nobody knows']);
      expect(site.sink.mails).toHaveLength(1);
    });

    it('WordPress’s own blocks: the search is the site’s, the login and a canvas say where they are', async () => {
      const html = await (await fetch(`${front.url}/things/`)).text();
      const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
      expect(main).toContain(
        '<form class="search-form" role="search" action="/search"><label><span class="search-label">Auf dieser Seite</span>',
      );
      expect(main).toContain('<button class="button">Suchen</button>');
      expect(main).toContain('Members log in on the original site.');
      expect(main).toContain('A part of this page is not shown: it needs a script that does not run here.');
      expect(main.match(/<form/g)).toHaveLength(1);
      expect(front.output()).toMatch(/^\/things\/ +(?:login, script|script, login)$/m);
    });
  });

  it('nothing of it stays when the plugin is deleted', async () => {
    await send(valid);
    const left = await php<string[]>(
      `HeadlessSiteCompanion\\Lifecycle::uninstall(); global $wpdb; echo json_encode( $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE 'companion%'" ) );`,
    );
    const table = await php<boolean>(
      `global $wpdb; $wpdb->suppress_errors(); echo json_encode( null === $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}companion_messages" ) );`,
    );
    // Options that come back with the next request are not checked.
    expect([left.includes('companion_secrets'), table]).toEqual([false, false]);
    expect(complaints(site.wordpress)).toBe('');
  });
});
