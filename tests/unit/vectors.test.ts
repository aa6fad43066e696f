import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { doctorHeader } from '../../src/runtime/base/doctor-signature';
import { visitorHeader } from '../../src/runtime/base/visitor-signature';
import { changeEvents } from '../../src/runtime/config/extend/content';
import { openOpened, passwordHeader, sealOpened } from '../../src/runtime/pages/passwords/token';
import {
  mintLinkToken,
  openSession,
  readGrantHeader,
  sealSession,
  verifyLinkToken,
} from '../../src/runtime/pages/preview/token';
import { readBody } from '../../src/runtime/revalidate/body';
import { normalizePath, shortKey, splitPage } from '../../src/runtime/wordpress/model/paths';

const vectors = (name: string) =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
interface Preview {
  secret: string;
  keys: Record<string, { label: string; hex: string }>;
  link: {
    mint: { id: string; type: string; exp: number; token: string }[];
    verify: { name: string; token: string; id: string; type: string; now: number; valid: boolean }[];
  };
  read: { header: string; lifetime: number; mint: { id: string; exp: number; value: string }[] };
  network: {
    site: string;
    now: number;
    id: string;
    link: { type: string; exp: number; token: string };
    read: { exp: number; value: string };
  };
}
interface Webhook {
  secret: string;
  events: string[];
  sign: { name: string; id: string; timestamp: number; body: string; signature: string }[];
  paths: { cases: { input: string; normal: string | null }[] };
}
const preview: Preview = vectors('preview');
const webhook: Webhook = vectors('webhook');

describe('preview tokens: the vectors that PHPUnit reads too', () => {
  test('keys are derived with their labels', () => {
    for (const { label, hex } of Object.values(preview.keys)) {
      expect(createHmac('sha256', preview.secret).update(label).digest('hex')).toBe(hex);
    }
  });
  test.each(preview.link.mint)('mints the link token of $type $id', ({ id, type, exp, token }) => {
    expect(mintLinkToken(preview.secret, { id, type }, exp)).toBe(token);
  });
  test.each(preview.link.verify)('link token: $name', ({ token, id, type, now, valid }) => {
    expect(verifyLinkToken(preview.secret, token, { id, type }, now) !== null).toBe(valid);
  });
  test.each(preview.read.mint)('mints the read grant of $id', ({ id, exp, value }) => {
    expect(readGrantHeader(preview.secret, id, exp - preview.read.lifetime)).toEqual({
      [preview.read.header]: value,
    });
  });
});

describe('preview tokens of one site of a network: the vectors that PHPUnit reads too', () => {
  const { site, now, id, link, read } = preview.network;
  const item = { id, type: link.type, site };
  const [usual] = preview.link.mint;

  test('a link holds for that site alone', () => {
    expect(mintLinkToken(preview.secret, item, link.exp)).toBe(link.token);
    const expiry = (token: string, of: { id: string; type: string; site?: string }) =>
      verifyLinkToken(preview.secret, token, of, now);
    expect(expiry(link.token, item)).toBe(link.exp);
    for (const other of [undefined, '3']) expect(expiry(link.token, { ...item, site: other })).toBeNull();
    expect(expiry(link.token.replace('v2', 'v1'), { id, type: link.type })).toBeNull();
    expect(usual).toMatchObject({ id, type: link.type, exp: link.exp });
    expect(expiry(usual?.token ?? '', item)).toBeNull();
  });
  test('a grant names the site', () => {
    expect(readGrantHeader(preview.secret, id, read.exp - preview.read.lifetime, site)).toEqual({
      [preview.read.header]: read.value,
    });
  });
  test('the cookie keeps the site', () => {
    const session = { ...item, exp: 2000 };
    const cookie = sealSession(preview.secret, session);
    expect(openSession(preview.secret, cookie, 2000)).toEqual(session);
    for (const other of ['.2000.', '.2000.3.'])
      expect(openSession(preview.secret, cookie.replace('.2000.2.', other), 2000)).toBeNull();
  });
});

describe('preview session cookie', () => {
  const session = { id: '42', type: 'page', exp: 2000 };
  const secret = 'a-secret-of-enough-length';
  test('opens until it ends, for the item it names, with the secret that sealed it', () => {
    const cookie = sealSession(secret, session);
    expect(openSession(secret, cookie, 2000)).toEqual(session);
    expect(openSession(secret, cookie, 2001)).toBeNull();
    expect(openSession('another-secret-of-enough-length', cookie, 2000)).toBeNull();
    expect(openSession(secret, cookie.replace('42.', '43.'), 2000)).toBeNull();
    expect(openSession(secret, cookie.replace('.2000.', '.9000.'), 2000)).toBeNull();
    expect(openSession(secret, cookie.slice(0, -1), 2000)).toBeNull();
    for (const nothing of [undefined, '', 'x']) expect(openSession(secret, nothing, 0)).toBeNull();
  });
});

describe('passwords of posts', () => {
  const { read } = vectors('password');
  const { secret, id, fingerprint, now } = read;
  const opened = { id: String(id), fingerprint, path: '/caf%C3%A9/letter' };
  test('the header is the one that the plugin reads', () => {
    expect(passwordHeader(secret, opened, now)).toEqual({ [read.header]: read.value });
  });
  test('a cookie opens for an hour, for the post that it names, with the secret that sealed it', () => {
    const cookie = sealOpened(secret, opened, now + 3600);
    const open = (value: string | undefined, at = now, key = secret, post = opened.id) =>
      openOpened(key, post, value, at);
    expect(open(cookie)).toEqual(opened);
    expect(open(cookie, now + 3600)).toEqual(opened);
    expect(open(cookie, now + 3601)).toBeNull();
    expect(open(cookie, now, 'another-secret-of-enough-length')).toBeNull();
    expect(open(cookie, now, secret, '8')).toBeNull();
    const later = String(now + 3599);
    expect(open(cookie.replace(String(now + 3600), later))).toBeNull();
    expect(open(cookie.replace(fingerprint, 'x'.repeat(43)))).toBeNull();
    // Longer than this site gives one.
    expect(open(sealOpened(secret, opened, now + 3601))).toBeNull();
    // The header for WordPress, signed with the same secret, is no cookie.
    expect(open(read.value.replace(`${id}.`, ''))).toBeNull();
    for (const nothing of [undefined, '', 'x', `${cookie}\n`, cookie.slice(0, -1)])
      expect(open(nothing)).toBeNull();
  });
});

describe('webhooks', () => {
  test('what the plugin says beside paths and events', () => {
    const more = webhook.sign.find(({ body }) => body.includes('"items"'));
    const item = { type: 'post', id: 1234 };
    expect(readBody(JSON.parse(more?.body ?? '{}'), [webhook.secret])).toEqual({
      ok: true,
      changes: [
        { path: '/hello-world', event: 'publish', item },
        { path: '/', event: 'update', isList: true },
        { path: '/category/news', event: 'update', isList: true },
      ],
    });
    const hidden = webhook.sign.find(({ body }) => body.includes('"hidden"'));
    expect(readBody(JSON.parse(hidden?.body ?? '{}'), [webhook.secret])).toEqual({
      ok: true,
      changes: [
        { path: '/hello-world', event: 'update', item, isHidden: true },
        { path: '/', event: 'update', isList: true },
      ],
    });
    const odd = {
      items: { '/a': { type: 1, id: '2' }, '/b': null },
      lists: 'all',
      hidden: 7,
      events: { '/a': 'update' },
    };
    expect(readBody({ secret: webhook.secret, paths: ['/a', '/b'], ...odd }, [webhook.secret])).toEqual({
      ok: true,
      changes: [
        { path: '/a', event: 'update' },
        { path: '/b', event: undefined },
      ],
    });
  });
  test('the events that the site knows are those that the plugin sends', () => {
    expect(changeEvents).toEqual(webhook.events);
    const paths = webhook.events.map((event) => `/${event}`);
    const named = Object.fromEntries(webhook.events.map((event) => [`/${event}`, event]));
    const body = readBody({ secret: webhook.secret, paths, events: named }, [webhook.secret]);
    expect(body).toEqual({
      ok: true,
      changes: webhook.events.map((event) => ({ path: `/${event}`, event })),
    });
  });
  test.each(webhook.sign)('signature of $name', ({ id, timestamp, body, signature }) => {
    const mac = createHmac('sha256', webhook.secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    expect(`v1,${mac}`).toBe(signature);
  });
  test.each(webhook.paths.cases)('path $input becomes $normal', ({ input, normal }) => {
    expect(normalizePath(input)).toBe(normal);
  });
  test('the normal form is a fixed point', () => {
    for (const { normal } of webhook.paths.cases)
      if (normal !== null) expect(normalizePath(normal)).toBe(normal);
  });
});

describe('paths', () => {
  test('page numbers are split off, and only real ones', () => {
    expect(splitPage('/journal/page/2')).toEqual({ base: '/journal', page: 2 });
    expect(splitPage('/page/3')).toEqual({ base: '/', page: 3 });
    for (const path of ['/journal/page/0', '/journal/page/x', '/journal/page', '/page', '/a/page/02']) {
      expect(splitPage(path)).toEqual({ base: path, page: 1 });
    }
  });
  test('a key stays under the length that Next allows a tag', () => {
    const long = `/${'%e6%97%a5'.repeat(60)}`;
    expect(shortKey(long).length).toBeLessThan(200);
    expect(shortKey(long)).not.toBe(shortKey(`${long}a`));
    expect(shortKey('/about')).toBe('/about');
  });
});

test('the signature of doctor: the vectors that PHPUnit judges', () => {
  const { secrets, now, header, value, lifetime } = vectors('doctor');
  expect(doctorHeader(secrets, now)).toEqual({ [header]: value });
  expect(Number(value.split('.')[0])).toBe(now + lifetime);
});

test('the signature of what a visitor sends: the vectors that PHPUnit judges', () => {
  const { secret, target, id, visitor, now, header, value, body, valueWithBody } = vectors('visitor');
  expect(visitorHeader(secret, target, id, visitor, now)).toEqual({ [header]: value });
  expect(visitorHeader(secret, target, id, visitor, now, body)).toEqual({ [header]: valueWithBody });
});
