import { describe, expect, it } from 'vitest';
import { prepareHtml } from '../../src/runtime/content/html';
import { cleanStyle } from '../../src/runtime/content/html/style';

const cmsOrigin = 'https://cms.example.com';
const style = (written: string) => cleanStyle(written, cmsOrigin).style;

describe('what an editor chose stays', () => {
  it.each([
    'background-color:#33513f',
    'background:linear-gradient(135deg,rgb(255,214,165) 0%,rgb(160,196,255) 100%)',
    'background:radial-gradient(rgba(255,255,255,.5) 0%,#ffe0f0 100%)',
    'border-color:#e63946;border-width:2px;border-style:dashed',
    'border-top-color:#9b2226;border-top-width:9px;border-left-style:double',
    'border-radius:13px;border-top-left-radius:2px;border-bottom-right-radius:42px',
    'box-shadow:0px 8px 24px 2px #503aa866',
    'box-shadow:6px 6px 0px -3px rgb(255, 255, 255), 6px 6px rgb(0, 0, 0)',
    'padding-top:44px;padding-right:1.5rem;margin-top:72px;margin-bottom:0',
    'font-size:clamp(1.125rem, 1.125rem + ((1vw - 0.2rem) * 0.392), 1.375rem);font-style:italic;font-weight:800',
    'letter-spacing:0.12em;line-height:1.9;text-transform:uppercase;text-decoration:line-through',
    'text-indent:2.5em;writing-mode:vertical-rl;column-count:3;list-style-type:lower-roman',
    'width:240px;min-height:16rem;aspect-ratio:16/9;object-fit:cover;object-position:10% 85%',
    'flex-basis:33.33%;grid-template-columns:auto 65%;gap:1rem',
    'background-color:color-mix(in srgb, currentcolor 20%, transparent)',
    `font-family:Manrope, 'Noto Sans', sans-serif`,
  ])('%s', (written) => {
    expect(style(written)).toBe(written);
  });

  it('in capitals, with spaces, with the last word said twice', () => {
    expect(style(' PADDING-TOP : 2EM ;; Text-Align:Center !important;')).toBe(
      'padding-top:2em;text-align:center',
    );
  });

  it('leaves no bars beside an image that is not cropped', () => {
    expect(style('width:300px;object-fit:contain')).toBe('width:300px;object-fit:contain;background:none');
  });

  it('keeps a picture of the uploads, and no other', () => {
    const uploads = `${cmsOrigin}/wp-content/uploads/2026/Tile.PNG`;
    expect(style(`background-image:url('${uploads}');background-size:cover`)).toBe(
      `background-image:url(${uploads});background-size:cover`,
    );
    expect(style('background-image:url(/wp-content/uploads/a.png)')).toBe(
      `background-image:url(${cmsOrigin}/wp-content/uploads/a.png)`,
    );
    for (const other of [
      'https://else.example/uploads/a.png',
      `${cmsOrigin}/wp-login.php?a=/uploads/a.png`,
      `${cmsOrigin}/wp-cron.php/uploads/a.png`,
      `${cmsOrigin}/wp-content/uploads/../../?add-to-cart=1`,
      `${cmsOrigin}.evil.example/uploads/a.png`,
      'data:image/png,',
      '//x',
    ])
      expect(style(`background-image:url(${other})`), other).toBe('');
  });
});

describe('what could leave its place or ask for something goes', () => {
  it.each([
    [
      'what takes an element out of its place',
      'position:fixed;inset:0;z-index:9;transform:scale(9);float:left;display:none',
    ],
    ['a margin that pulls it over others', 'margin-top:-900px;margin:0 -1px;margin-left:calc(0px - 90px)'],
    [
      'a shadow over the page',
      'box-shadow:0 0 0 9999px #000;text-shadow:0 -60vh red;box-shadow:0 0 9px 20rem #000;box-shadow:0 0 0 999vmax red;' +
        'box-shadow:0 0 0 1e9px;box-shadow:0 0 0 99in;text-shadow:0 -50cm red;box-shadow:0 0 0 calc(99px * 99) red',
    ],
    [
      'an address where none belongs',
      'background:url(//x);background-color:url(x);list-style-type:url(x);width:url(x)',
    ],
    ['an address in two pieces', 'background:u\\72l(//x);background-color:ur/**/l(//x);color:image(//x)'],
    [
      'a variable that nobody has put its value to',
      'color:var(--wp--preset--color--accent);padding:var(--x)',
    ],
    ['what runs', 'width:expression(alert(1));behavior:url(#x);-moz-binding:url(x)'],
    ['the end of a declaration', 'color:red}body{display:none'],
    ['a name from the prototype', 'constructor:1;__proto__:1;tostring:1'],
    ['nothing', ';:;color;:red;color:'],
  ])('%s', (_, written) => {
    expect(style(written)).toBe('');
  });

  it('all of a style that is too long', () => {
    expect(style('color:#111;'.repeat(200))).toBe('');
  });
});

describe('in the dark theme', () => {
  const html = (source: string) => prepareHtml(source, { cmsOrigin }).html;

  it('a colour of text becomes lighter, with the colour itself for browsers that cannot', () => {
    expect(style('color:#1b4f9c')).toBe(
      'color:#1b4f9c;color:light-dark(#1b4f9c,oklch(from #1b4f9c max(l,.8) c h))',
    );
    expect(style('color:inherit')).toBe('color:inherit');
  });

  it.each([
    ['#f1f5e8', true],
    ['#fff', true],
    ['linear-gradient(0deg,#023047 0%,#fb8500 100%)', true],
    ['rgba(0,0,0,0)', false],
    ['rgb(0 0 0 / 20%)', false],
    ['rgba(0, 0, 0, .9)', true],
    ['#ffffff00', false],
    ['#0008', true],
    ['transparent', false],
    ['color-mix(in srgb, currentcolor 20%, transparent)', false],
    ['linear-gradient(90deg,#fff,transparent 60%)', false],
    ['linear-gradient(90deg,#fff,rgba(255,255,255,0.1))', false],
    ['notacolour', false],
    ['0 0', false],
    ['white', true],
    ['hsl(120 50% 90% / 0.8)', true],
  ])('an element with the ground %s is shown in light colours: %s', (ground, isOwn) => {
    expect(html(`<p style="background:${ground}">a</p>`)).toBe(
      `<p style="background:${ground}"${isOwn ? ' class="own-ground"' : ''}>a</p>`,
    );
  });

  it('beside the classes that it has', () => {
    expect(html('<p class="has-background" style="background-color:#fff">a</p>')).toBe(
      '<p class="has-background own-ground" style="background-color:#fff">a</p>',
    );
  });

  it('as its last ground says', () => {
    expect(cleanStyle('background:#fff;background-color:transparent', cmsOrigin).hasGround).toBe(false);
    expect(cleanStyle('background-color:transparent;background:#fff', cmsOrigin).hasGround).toBe(true);
  });

  it('unless a visitor wrote it', () => {
    expect(prepareHtml('<p style="background:#fff">a</p>', { cmsOrigin, from: 'visitor' }).html).toBe(
      '<p>a</p>',
    );
  });
});
