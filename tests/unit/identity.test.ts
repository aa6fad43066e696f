import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { CmsIdentity, CmsSiteImage } from '../../src/runtime/wordpress/model/types';
import { siteEnvironment } from '../support/site-environment';

let view: typeof import('../../src/runtime/wordpress/model/identity');
let shell: typeof import('../../src/runtime/wordpress/shell');
let logos: typeof import('../../src/runtime/content/images/logo');
let icons: typeof import('../../src/runtime/pages/icons');
beforeAll(async () => {
  Object.assign(process.env, {
    ...siteEnvironment,
    NEXT_PUBLIC_CMS_API_URL: 'https://cms.example.com/graphql',
  });
  view = await import('../../src/runtime/wordpress/model/identity');
  shell = await import('../../src/runtime/wordpress/shell');
  logos = await import('../../src/runtime/content/images/logo');
  icons = await import('../../src/runtime/pages/icons');
});

const uploads = 'https://cms.example.com/wp-content/uploads';
const picture = (file: string, width: number | null, height: number | null): CmsSiteImage => ({
  url: file.includes('://') ? file : `${uploads}/${file}`,
  width,
  height,
});
const identity = (logo: CmsSiteImage | null, icon: CmsIdentity['icon'] = null): CmsIdentity => ({
  logo,
  icon,
});

describe('the logo', () => {
  test('is called like the site', () => {
    expect(view.toLogo(identity(picture('logo.png', 300, 80)), 'Alder & Finch')).toEqual({
      url: `${uploads}/logo.png`,
      alt: 'Alder & Finch',
      width: 300,
      height: 80,
    });
  });

  test.each([
    ['a CMS without this part', undefined],
    ['none', identity(null)],
    ['an empty address', identity({ url: '', width: 300, height: 80 })],
    ['no complete address', identity({ url: '/logo.png', width: 300, height: 80 })],
    ['a script', identity({ url: 'javascript:alert(1)', width: 300, height: 80 })],
    ['unknown size', identity(picture('logo.svg', null, null))],
    ['no width', identity(picture('logo.svg', 0, 80))],
    ['a size that is none', identity(picture('logo.png', -300, 80))],
  ])('%s: the name is shown', (_, answer) => {
    expect(view.toLogo(answer, 'Alder & Finch')).toBeNull();
  });

  test('on a host that the policy does not let in, the name is shown and the log says why', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(view.toLogo(identity(picture('https://cdn.example.org/logo.png', 300, 80)), 'A')).toBeNull();
    expect(warn.mock.calls.flat()).toEqual([expect.stringMatching(/cdn\.example\.org .*image-hosts\.json/)]);
    warn.mockRestore();
  });

  test('of plain http is that of the CMS, which is read over https', () => {
    const logo = view.toLogo(identity(picture('http://cms.example.com/wp-content/uploads/l.png', 9, 9)), 'A');
    expect(logo && logos.logoAttributes(logo).src).toMatch(/^\/_next\/image\?url=https%3A%2F%2Fcms/);
  });

  test.each([
    ['a usual one', 'logo.png', 600, 150, 176, 44],
    ['a banner', 'banner.png', 4000, 200, 224, 11],
    ['a tower', 'tower.png', 200, 600, 15, 44],
    ['a square', 'square.png', 512, 512, 44, 44],
    ['a small picture, which is not enlarged', 'small.png', 60, 20, 60, 20],
    ['a drawing, which is', 'drawing.svg', 24, 24, 44, 44],
    ['a hair', 'hair.png', 4000, 1, 224, 1],
  ])('%s fits into 224 by 44 pixels', (_, file, width, height, shownWidth, shownHeight) => {
    const logo = { url: `${uploads}/${file}`, alt: 'A', width, height };
    expect(logos.logoAttributes(logo)).toMatchObject({
      alt: 'A',
      width: shownWidth,
      height: shownHeight,
      style: { aspectRatio: `${width} / ${height}` },
    });
  });

  test('goes through the image route; a drawing does not', () => {
    const shown = (file: string) =>
      logos.logoAttributes({ url: `${uploads}/${file}`, alt: 'A', width: 600, height: 150 });
    expect(shown('logo.png').srcSet).toMatch(/^\/_next\/image\?url=\S+&w=\d+&q=75 1x, \S+ 2x$/);
    expect(shown('logo.svg')).toMatchObject({ src: `${uploads}/logo.svg` });
    expect(shown('logo.svg')).not.toHaveProperty('srcSet');
  });
});

describe('the icon', () => {
  const linksOf = (icon: CmsIdentity['icon']) => icons.iconsOf(view.toIcon(identity(null, icon)));

  test('none, or none that can be shown: no word of icons, so that app/icon.svg is taken', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(linksOf(null)).toEqual({});
    expect(linksOf({ ...picture('https://icons.example.org/i.png', 512, 512), sizes: [] })).toEqual({});
    warn.mockRestore();
  });

  test('from WordPress’s own files, through the image route, in their sizes', () => {
    const sizes = [32, 180, 192, 270].map((side) => picture(`i-${side}.png`, side, side));
    expect(linksOf({ ...picture('i.png', 512, 512), sizes })).toEqual({
      icons: {
        icon: [
          { url: expect.stringMatching(/^\/_next\/image\?url=\S+i-32\.png&w=32&q=75$/), sizes: '32x32' },
          { url: expect.stringMatching(/i-192\.png&w=256&/), sizes: '192x192' },
        ],
        apple: { url: expect.stringMatching(/i-180\.png&w=256&/), sizes: '180x180' },
      },
    });
  });

  test('without smaller files the whole one is made smaller, never larger, and says what it is', () => {
    const sizesOf = (width: number | null, height: number | null) => {
      const { icon, apple } = linksOf({ ...picture('i.png', width, height), sizes: null }).icons as {
        icon: { sizes?: string }[];
        apple: { sizes?: string };
      };
      return [...icon, apple].map(({ sizes }) => sizes);
    };
    expect(sizesOf(512, 512)).toEqual(['32x32', '256x256', '256x256']);
    expect(sizesOf(512, 256)).toEqual(['32x16', '256x128', '256x128']);
    expect(sizesOf(64, 64)).toEqual(['32x32', '64x64', '64x64']);
    expect(sizesOf(null, null)).toEqual([undefined, undefined, undefined]);
  });

  test('a drawing is one file for browsers, and none for an iPhone; an ICO is as it is', () => {
    expect(linksOf({ ...picture('i.svg', null, null), sizes: [] })).toEqual({
      icons: { icon: { url: `${uploads}/i.svg`, sizes: 'any', type: 'image/svg+xml' } },
    });
    expect(linksOf({ ...picture('i.ico', 48, 48), sizes: [null] })).toEqual({
      icons: { icon: `${uploads}/i.ico` },
    });
  });
});

test('a WordPress without a tagline has nothing in its place', () => {
  const descriptionOf = (description: string) =>
    shell.identityOf({ generalSettings: { title: 'Ours', description } } as never).description;
  expect(descriptionOf('Since 1871 &amp; on')).toBe('Since 1871 & on');
  expect(descriptionOf('')).toBe('');
});
