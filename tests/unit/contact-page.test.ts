import { describe, expect, test } from 'vitest';
import { contactTexts, directContacts } from '../../src/runtime/visitors/contact/page-texts';
import type { MenuNode } from '../../src/runtime/wordpress/model/views';

describe('the thanks of a contact page', () => {
  const thanks = '<div class="wp-block-group contact-thanks"><div><h2>Thank you</h2></div></div>';
  test.each([
    ['none', '<p>Write to us.</p>', '<p>Write to us.</p>', ''],
    ['one below the text', `<p>Write.</p>${thanks}<p>Or call.</p>`, '<p>Write.</p><p>Or call.</p>', thanks],
    ['two', `${thanks}<p>Write.</p>${thanks}`, '<p>Write.</p>', thanks + thanks],
    [
      'inside of a column',
      `<div class="column"><p>a</p>${thanks}</div>`,
      '<div class="column"><p>a</p></div>',
      thanks,
    ],
    [
      'any element',
      "<p class='contact-thanks'>Thanks</p><p>a</p>",
      '<p>a</p>',
      "<p class='contact-thanks'>Thanks</p>",
    ],
    [
      'one that never ends',
      '<p>a</p><div class="contact-thanks">b',
      '<p>a</p>',
      '<div class="contact-thanks">b',
    ],
  ])('%s', (_, html, text, taken) => {
    expect(contactTexts(html)).toEqual({ text, thanks: taken });
  });

  test.each([
    '<p>The class contact-thanks is a secret.</p>',
    '<a href="/contact-thanks/">a</a>',
    '<p class="no-contact-thanks">a</p>',
    '<p data-of="contact-thanks" class="other">a</p>',
    'contact-thanks',
  ])('words that are no class stay: %s', (html) => {
    expect(contactTexts(html)).toEqual({ text: html, thanks: '' });
  });
});

describe('how to write where nothing delivers messages', () => {
  const entry = (href: string, label: string, children: MenuNode[] = []) =>
    ({ id: href, href, label, external: true, cssClasses: [], fields: {}, children }) as MenuNode;
  const mail = (address: string, href = `mailto:${address}`) => ({ kind: 'mailto', href, label: address });

  test('the first of each kind, as it is written', () => {
    const html = `<a href="/about">a</a> <a href="tel:+351258000000">+351 258 000 000</a>
      <a class="x" href="mailto:ada@example.com?subject=Hello">Write to Ada</a> <a href="mailto:b@example.com">b</a>`;
    expect(directContacts(html, [entry('mailto:footer@example.com', 'E-mail')])).toEqual([
      mail('ada@example.com', 'mailto:ada@example.com?subject=Hello'),
      { kind: 'tel', href: 'tel:+351258000000', label: '+351 258 000 000' },
    ]);
  });

  test('of the menu, at any level, where the page has none', () => {
    const menu = [
      entry('/a', 'a', [entry('mailto:ada@example.com', 'E-mail'), entry('tel:123456', 'Call us')]),
    ];
    expect(directContacts('<p>a</p>', menu)).toEqual([
      mail('ada@example.com'),
      { kind: 'tel', href: 'tel:123456', label: '123456' },
    ]);
  });

  test.each([
    ['entities of antispambot', '<a href="&#109;a&#105;lto:&#97;da@example.com">a</a>', 'ada@example.com'],
    ['percent signs', "<a href='mailto:b%C3%BCro@example.com'>a</a>", 'büro@example.com'],
    ['percent signs that mean nothing', '<a href="mailto:100%@example.com">a</a>', '100%@example.com'],
    ['capitals', '<a href="MAILTO:ada@example.com">a</a>', 'ada@example.com'],
  ])('%s', (_, html, label) => {
    expect(directContacts(html, []).map((one) => one.label)).toEqual([label]);
  });

  test.each([
    '',
    '<a href="mailto:">a</a>',
    '<a href="tel:?x">a</a>',
    '<a href="sms:123">a</a>',
    'mailto:a@example.com',
  ])('none: %s', (html) => expect(directContacts(html, [])).toEqual([]));
});
