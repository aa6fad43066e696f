import { ImageResponse } from 'next/og';
import { createElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cardColors } from '../../src/runtime/seo/card/colors';
import { firstDrawable, isDrawable } from '../../src/runtime/seo/card/drawable';

/** Everything that next/og asks of the network: it wants fonts of Google and pictures of jsDelivr. */
const asked: string[] = [];
const realFetch = fetch;
vi.stubGlobal('fetch', async (url: string | URL) => {
  // Its own engine comes as a data: address.
  if (String(url).startsWith('data:')) return realFetch(url);
  asked.push(String(url));
  return new Response('');
});
afterEach(() => {
  asked.length = 0;
});

async function draw(text: string): Promise<Uint8Array> {
  const style = { display: 'flex', flexWrap: 'wrap' as const, width: '100%', fontSize: 20 };
  return new Uint8Array(await new ImageResponse(createElement('div', { style }, text)).arrayBuffer());
}

const characters = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code)).filter(isDrawable);

describe('the share image is drawn without a network', () => {
  test('every character that is let through is in the font', async () => {
    expect(characters.length).toBeGreaterThan(500);
    const png = await draw(characters.join(''));
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(asked).toEqual([]);
  });
  test.each(['鉋を研ぐ朝', 'Fish 🐟', 'שלום', '→ ∑'])(
    '%s would ask for more, and is not let through',
    async (text) => {
      expect(isDrawable(text)).toBe(false);
      expect(firstDrawable(text, 'My site')).toBe('My site');
    },
  );
  test('without the check next/og does ask', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await draw('鉋').catch(() => {});
    expect(asked.join()).toContain('https://fonts.googleapis.com/');
    vi.mocked(console.error).mockRestore();
  });
});

test('what a card says: the first text that can be drawn, and no more than fits', () => {
  expect(firstDrawable('', '  ', 'My site')).toBe('My site');
  expect(firstDrawable('Cafe\u0301')).toBe('Café');
  expect(firstDrawable('鉋', '鉋')).toBe('');
  const long = firstDrawable('word '.repeat(100));
  expect(long).toMatch(/ word…$/);
  expect(long.length).toBeLessThanOrEqual(111);
});

test("the card's colours follow the theme's variables", () => {
  const own = cardColors(':root { --brand-hue: 262; --brand-chroma: 0.13; --brand-tint: 0; }');
  expect(own.accent).toMatch(/^#[0-9a-f]{6}$/);
  expect(own.accent).not.toBe(cardColors('').accent);
  // No tint: greys are grey.
  for (const color of [own.paper, own.ink, own.soft, own.line]) expect(color).toMatch(/^#(..)\1\1$/);
});
