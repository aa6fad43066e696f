import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { transformPage, transformPost } from '../../src/runtime/public';
import { specTest } from '../spec/spec';

const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`../contract/responses/${name}.json`, import.meta.url), 'utf8')).body.data;

describe('transformPost', () => {
  specTest('Library functions', 'transformPost(post)', () => {
    const post = {
      id: 'cG9zdDox',
      title: 'Title',
      slug: 'title',
      excerpt: '<p>Excerpt</p>',
      content: '<p>Content</p>',
      date: '2026-11-20T22:17:49',
      author: { node: { name: 'Ada', avatar: { url: 'https://img.example/a.png' } } },
      featuredImage: {
        node: {
          sourceUrl: 'https://img.example/f.jpg',
          altText: 'Alt',
          blurDataUrl: 'data:image/webp;base64,A',
        },
      },
      categories: { nodes: [{ name: 'Food & Drink', slug: 'food-drink' }] },
    };
    expect(transformPost(post)).toEqual({
      id: 'cG9zdDox',
      title: 'Title',
      slug: 'title',
      excerpt: '<p>Excerpt</p>',
      content: '<p>Content</p>',
      date: '2026-11-20T22:17:49',
      author: { name: 'Ada', avatar: 'https://img.example/a.png' },
      featuredImage: {
        url: 'https://img.example/f.jpg',
        alt: 'Alt',
        blurDataUrl: 'data:image/webp;base64,A',
      },
      categories: [{ name: 'Food & Drink', slug: 'food-drink' }],
    });
    const bare = transformPost({
      ...post,
      featuredImage: null,
      author: { node: { name: 'Ada' } },
      categories: null,
    });
    expect(bare.featuredImage).toBeNull();
    expect(bare.author).toEqual({ name: 'Ada' });
    expect(bare.categories).toEqual([]);
    expect('seo' in bare).toBe(false);
  });

  test('loses nothing of the recorded posts of a real WPGraphQL', () => {
    const nodes = recorded('getPosts').posts.nodes;
    expect(nodes.length).toBeGreaterThan(3);
    for (const node of nodes) {
      const post = transformPost(node);
      expect(post).toMatchObject({
        id: node.id,
        slug: node.slug,
        title: node.title ?? '',
        date: node.date ?? '',
      });
      expect(post.categories).toEqual(node.categories.nodes);
      expect(post.author.name).toBe(node.author?.node.name ?? '');
      expect(post.featuredImage?.url).toBe(node.featuredImage?.node.sourceUrl);
    }
    const { post } = recorded('getPost');
    expect(transformPost(post).content).toBe(post.content);
  });

  test('a protected post becomes empty strings, not an exception', () => {
    const [node] = recorded('protectedPost').posts.nodes;
    expect(transformPost(node)).toEqual({
      id: node.id,
      title: 'Protected post',
      slug: 'protected-post',
      excerpt: '',
      content: '',
      date: '',
      author: { name: '' },
      featuredImage: null,
      categories: [],
    });
  });

  test('case 51: any field may be null or missing, at any depth', () => {
    for (const post of [
      null,
      undefined,
      {},
      { author: null, categories: { nodes: null } },
      { categories: { nodes: 'abc' } } as never,
      { categories: { nodes: {} } } as never,
      { author: { node: null }, featuredImage: { node: null }, categories: { nodes: [null, {}] } },
      {
        author: { node: { name: null, avatar: { url: null } } },
        featuredImage: { node: { sourceUrl: null } },
      },
    ]) {
      expect(() => transformPost(post)).not.toThrow();
    }
  });

  test('SEO: an empty string is as good as nothing, and an object of nothing is no SEO', () => {
    expect(transformPost({ seo: { title: '', metaDesc: null } }).seo).toBeUndefined();
    const seo = {
      title: 'T',
      metaDesc: '',
      canonical: null,
      opengraphImage: { sourceUrl: 'https://img.example/o.png' },
    };
    expect(transformPost({ seo }).seo).toEqual({
      title: 'T',
      opengraphImage: { sourceUrl: 'https://img.example/o.png' },
    });
  });
});

describe('transformPage', () => {
  const T = 'Page_Flexiblecontent_FlexibleContent_';
  const S = 'Page_Sidebarblocks_SidebarBlocks_';
  const blocksOf = (flexibleContent: unknown) => transformPage({ flexibleContent }).blocks;

  test('loses nothing of the recorded pages of a real WPGraphQL', () => {
    const { nodes } = recorded('getPages').pages;
    expect(nodes.length).toBeGreaterThan(3);
    for (const node of nodes) {
      expect(transformPage(node)).toMatchObject({
        id: node.id,
        title: node.title ?? '',
        settings: {},
        blocks: [],
      });
    }
  });

  test('settings keep what is set, and read the other spelling of full', () => {
    const companionSettings = {
      hideTitle: true,
      containerWidth: 'full-width',
      hideHeader: null,
      customCssClass: 'a b',
      showSidebar: false,
    };
    expect(transformPage({ companionSettings }).settings).toEqual({
      hideTitle: true,
      containerWidth: 'full',
      customCssClass: 'a b',
      showSidebar: false,
    });
    expect(transformPage({ companionSettings: { containerWidth: 'wide' } }).settings).toEqual({});
  });

  test('every field of every block survives, and required ones are always there', () => {
    expect(
      blocksOf([
        {
          __typename: `${T}HeroSplit`,
          heading: 'H',
          subheading: 'S',
          content: '<p>C</p>',
          buttonText: 'B',
          buttonUrl: '/b',
          image: { sourceUrl: 'https://i.example/a.jpg', altText: null },
          imagePosition: 'left',
        },
        {
          __typename: `${T}FeaturesGrid`,
          sectionHeading: 'F',
          features: [{ icon: 'bolt', title: 'T', description: 'D' }, null],
        },
        {
          __typename: `${T}Pricing`,
          sectionHeading: null,
          plans: [{ name: 'N', price: '9', features: ['a', null, 'b'], featured: true, buttonUrl: null }],
        },
        { __typename: `${T}Testimonials` },
      ]),
    ).toEqual([
      {
        __typename: `${T}HeroSplit`,
        heading: 'H',
        subheading: 'S',
        content: '<p>C</p>',
        buttonText: 'B',
        buttonUrl: '/b',
        image: { sourceUrl: 'https://i.example/a.jpg', altText: '' },
        imagePosition: 'left',
      },
      {
        __typename: `${T}FeaturesGrid`,
        sectionHeading: 'F',
        features: [{ icon: 'bolt', title: 'T', description: 'D' }],
      },
      {
        __typename: `${T}Pricing`,
        sectionHeading: '',
        plans: [{ name: 'N', price: '9', features: ['a', 'b'], featured: true }],
      },
      { __typename: `${T}Testimonials`, sectionHeading: '', testimonials: [] },
    ]);
  });

  test('other spellings, unknown blocks, bad values and links that run code', () => {
    const cta = { heading: 'H', buttonText: 'B' };
    expect(
      blocksOf([
        { __typename: `${T}CtaSimple`, ...cta, buttonUrl: 'javascript:alert(1)' },
        { __typename: `${T}CtaBoxed`, ...cta, buttonUrl: '/x', backgroundColor: 'red' },
        { __typename: `${T}HeroSplit`, imagePosition: 'top' },
        { __typename: `${T}Unknown` },
        { __typename: 'constructor' },
        null,
        'x',
      ]),
    ).toEqual([
      { __typename: `${T}CTASimple`, ...cta, buttonUrl: '' },
      { __typename: `${T}CTABoxed`, ...cta, buttonUrl: '/x' },
      { __typename: `${T}HeroSplit`, heading: '', subheading: '', content: '', imagePosition: 'right' },
    ]);
    for (const rows of [null, undefined, {}, 'x', [[]], [undefined]]) expect(blocksOf(rows)).toEqual([]);
  });

  test('the sidebar is there only when it has blocks', () => {
    expect('sidebar' in transformPage({ sidebarBlocks: [] })).toBe(false);
    const sidebarBlocks = [
      { __typename: `${S}CtaSimple`, heading: 'H', text: 'T', buttonText: 'B', buttonUrl: '/b' },
    ];
    expect(transformPage({ sidebarBlocks }).sidebar).toEqual(sidebarBlocks);
  });
});
