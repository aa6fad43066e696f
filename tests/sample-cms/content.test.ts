import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, running } from './support.js';

const manifest = JSON.parse(
  readFileSync(new URL('../../companion-plugin/blocks/manifest.json', import.meta.url), 'utf8'),
);

interface Field {
  kind: string;
  required?: boolean;
  values?: string[];
  item?: 'string' | { fields: Record<string, Field> };
}

/** Mistakes in a block of a content file. */
function mistakes(values: Record<string, unknown>, fields: Record<string, Field>, where: string): string[] {
  const wrong = Object.keys(values)
    .filter((key) => key !== 'block' && !fields[key])
    .map((key) => `${where}.${key}: unknown`);
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    const at = `${where}.${name}`;
    if (value === undefined) {
      if (field.required) wrong.push(`${at}: missing`);
    } else if (field.kind === 'list') {
      const { item } = field;
      if (typeof item === 'object')
        for (const [i, entry] of (value as Record<string, unknown>[]).entries())
          wrong.push(...mistakes(entry, item.fields, `${at}[${i}]`));
    } else if (field.kind === 'icon' && !manifest.icons.includes(value))
      wrong.push(`${at}: ${value} is no icon`);
    else if (field.kind === 'token' && !manifest.tokens.includes(value))
      wrong.push(`${at}: ${value} is no token`);
    else if (field.kind === 'enum' && !field.values?.includes(String(value))) wrong.push(`${at}: ${value}`);
    else if (field.kind === 'boolean' && typeof value !== 'boolean') wrong.push(`${at}: not a boolean`);
  }
  return wrong;
}

describe('the sample content', () => {
  let cms: Running;
  beforeAll(async () => {
    cms = await running();
  });
  afterAll(() => cms.close());

  test('every link inside it leads somewhere', async () => {
    const { data } = await cms.ask(
      '{contentNodes(first:100){nodes{uri ... on NodeWithContentEditor{content}}} menuItems(first:100){nodes{path}}}',
    );
    const paths = new Set<string>(
      data.menuItems.nodes
        .map(({ path }: { path: string }) => path)
        .filter((path: string) => path.startsWith('/')),
    );
    for (const { content } of data.contentNodes.nodes)
      for (const [, path] of String(content).matchAll(/href="http:\/\/127\.0\.0\.1:\d+(\/[^"]*)"/g))
        if (path) paths.add(path);
    // Blocks that no HTML is made of.
    for (const [, path] of JSON.stringify(cms.store.read().items).matchAll(/"buttonUrl":"(\/[^"]*)"/g))
      if (path) paths.add(path);
    expect(paths.size).toBeGreaterThan(20);
    for (const path of paths) {
      const answer = await cms.ask('query($uri:String!){nodeByUri(uri:$uri){uri}}', { uri: path });
      expect(answer.data.nodeByUri?.uri, path).toBeTruthy();
    }
    // Links leave with the CMS’s own address, as an editor’s link picker stores them.
    expect(JSON.stringify(data.contentNodes)).not.toMatch(/(href|src)=\\"\//);
  });

  test('images carry what WordPress adds', async () => {
    const { data } = await cms.ask('{post(id:"110",idType:DATABASE_ID){content}}');
    expect(data.post.content).toMatch(
      /<img loading="lazy" decoding="async" width="1600" height="1067" src="http[^"]+plan-drawing\.webp" alt="[^"]+" class="wp-image-20" srcset="[^"]+ 1600w, [^"]+ 768w" sizes="[^"]+" \/>/,
    );
    expect(data.post.content).toContain('<h2 class="wp-block-heading">');
  });

  test('blocks fit the manifest, every kind is used, and one page has them all', () => {
    const used = new Map<string, Set<string>>();
    const wrong: string[] = [];
    for (const page of cms.store.read().items) {
      for (const [union, list] of [
        ['flexibleContent', page.blocks],
        ['sidebarBlocks', page.sidebar],
      ] as const) {
        for (const block of list ?? []) {
          const known = manifest.blocks.find(
            (entry: { name: string; union: string }) => entry.name === block.block && entry.union === union,
          );
          if (!known) wrong.push(`${page.slug}: ${block.block}`);
          else wrong.push(...mistakes(block, known.fields, `${page.slug}.${block.block}`));
          used.set(page.slug, (used.get(page.slug) ?? new Set()).add(`${union}.${block.block}`));
        }
      }
      wrong.push(...mistakes(page.settings ?? {}, manifest.pageSettings.fields, `${page.slug}.settings`));
    }
    expect(wrong).toEqual([]);
    const all = manifest.blocks.map(
      (entry: { name: string; union: string }) => `${entry.union}.${entry.name}`,
    );
    expect([...(used.get('services') ?? []), ...(used.get('visit') ?? [])].sort()).toEqual([...all].sort());
  });

  test('pages say what the companion would: settings, blocks, or null', async () => {
    const { data } = await cms.ask(`{
      services: page(id:"services",idType:URI){companionSettings{hideTitle containerWidth showSidebar} flexibleContent{__typename ... on Page_Flexiblecontent_FlexibleContent_HeroSplit{imagePosition buttonUrl image{sourceUrl altText} content}}}
      visit: page(id:"visit",idType:URI){companionSettings{showSidebar} flexibleContent{__typename} sidebarBlocks{__typename ... on Page_Sidebarblocks_SidebarBlocks_ContentSection{title} ... on Page_Sidebarblocks_SidebarBlocks_CtaSimple{heading buttonUrl}}}
      landing: page(id:"landing",idType:URI){companionSettings{hideTitle hideHeader hideFooter containerWidth customCssClass}}
      privacy: page(id:"privacy",idType:URI){isPrivacyPage flexibleContent{__typename} sidebarBlocks{__typename} companionSettings{hideHeader containerWidth}}
    }`);
    expect(data.services.companionSettings).toEqual({
      hideTitle: true,
      containerWidth: 'default',
      showSidebar: false,
    });
    expect(data.services.flexibleContent).toHaveLength(8);
    expect(data.services.flexibleContent[1]).toMatchObject({
      imagePosition: 'left',
      buttonUrl: `${cms.url}/project/kitchen-in-afife/`,
      image: { sourceUrl: `${cms.url}/wp-content/uploads/kitchen-table.webp` },
    });
    expect(data.visit).toMatchObject({ companionSettings: { showSidebar: true }, flexibleContent: null });
    expect(data.visit.sidebarBlocks).toHaveLength(2);
    expect(data.landing.companionSettings).toEqual({
      hideTitle: true,
      hideHeader: true,
      hideFooter: true,
      containerWidth: 'full',
      customCssClass: 'landing-stool',
    });
    expect(data.privacy).toEqual({
      isPrivacyPage: true,
      flexibleContent: null,
      sidebarBlocks: null,
      companionSettings: { hideHeader: false, containerWidth: 'default' },
    });
  });

  test('ids and addresses are used once', () => {
    const { items } = cms.store.read();
    for (const key of ['id', 'uri'] as const) {
      const values = items.map((item: Record<string, unknown>) => item[key]);
      expect(new Set(values).size, key).toBe(values.length);
    }
  });

  test('looks like a site that people write: the kinds of content that a front end must handle', async () => {
    const { data } = await cms.ask('{posts(first:100){nodes{slug content}}}');
    const all = data.posts.nodes.map((node: { content: string }) => node.content).join('\n');
    for (const part of [
      'wp-block-gallery',
      'wp-block-columns',
      'wp-block-buttons',
      'wp-block-table',
      'wp-block-code',
      'wp-block-quote',
      'wp-block-embed',
      '<ol>',
      '<ul>',
      '<figcaption',
    ])
      expect(all, part).toContain(part);
  });
});
