import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mac } from '../../../src/runtime/base/mac';
import { whyNoPlugin, whyNoWordPress } from '../server';
import { activatePlugin } from '../server/plugins';
import { blocks as acme, overridden } from '../site/types';
import { ownPlugin } from './own-plugin';
import { type Connected, connect, revalidationSecret } from './site';

const plugin = 'wp-graphql-content-blocks';
const reason = whyNoWordPress('newest') ?? whyNoPlugin(plugin);

const names = ['acme/notice', 'acme/hours', 'core/quote', 'core/heading'];
const content = `${overridden}<!-- wp:heading {"level":3} --><h3 class="wp-block-heading">Kopf</h3><!-- /wp:heading -->`;
const text = (value: string) => `base64_decode( '${Buffer.from(value).toString('base64')}' )`;

interface EditorBlock {
  name: string;
  renderedHtml: string;
  clientId: string;
  parentClientId: string | null;
  attributes?: Record<string, unknown>;
}

/** Why the site has one door to blocks, the companion's, also where "WPGraphQL Content Blocks" is: `src/runtime/content/blocks/README.md`. */
describe.skipIf(reason)(`editorBlocks beside the companion's blocks${reason ? ` (${reason})` : ''}`, () => {
  let on: Connected;
  let editor: EditorBlock[];
  let ours: { name: string; attributes: Record<string, unknown>; html: string; inner: string }[];
  const ask = async (query: string) => {
    const response = await fetch(on.wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    return data;
  };
  beforeAll(async () => {
    on = await connect({ version: 'newest', plugins: [plugin] });
    await ownPlugin(on.wordpress, acme);
    await activatePlugin(on.wordpress, `${plugin}/${plugin}.php`);
    const id = await on.wordpress.php<number>(`
      $part = wp_insert_post( wp_slash( [ 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_title' => 'Part', 'post_content' => ${text(overridden)} ] ) );
      wp_insert_post( wp_slash( [ 'post_name' => 'by-part', 'post_status' => 'publish', 'post_title' => 'By part', 'post_content' => '<!-- wp:block {"ref":' . $part . '} /-->' ] ) );
      echo wp_insert_post( wp_slash( [ 'post_name' => 'both', 'post_status' => 'publish', 'post_title' => 'Both', 'post_content' => ${text(content)} ] ) );`);
    const key = mac(revalidationSecret, 'companion/blocks/v1', names.join());
    const fields = `name renderedHtml clientId parentClientId
      ... on AcmeNotice { attributes { tone text url title } } ... on AcmeHours { attributes { to } }
      ... on CoreQuote { attributes { value citation } } ... on CoreHeading { attributes { content level } }`;
    const data = await ask(`{ post(id: ${id}, idType: DATABASE_ID) { editorBlocks(flat: true) { ${fields} }
      companionBlocks(names: ${JSON.stringify(names)}, key: "${key}") } }`);
    editor = data.post.editorBlocks;
    ours = JSON.parse(data.post.companionBlocks).blocks;
  });
  afterAll(() => on?.stop());

  const withoutEmpty = (attributes: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== ''));

  test.each(names)('%s: both give the same attributes and the same HTML', (name) => {
    // The companion's come from the inside out, with marks in the places of those inside.
    const mine = ours.filter((block) => block.name === name).reverse();
    const theirs = editor.filter((block) => block.name === name);
    expect(theirs.length).toBeGreaterThan(0);
    expect(mine.map(({ attributes }) => withoutEmpty(attributes))).toEqual(
      theirs.map(({ attributes }) => withoutEmpty(attributes)),
    );
    const whole = (html: string): string =>
      html.replace(/<div data-companion-block="(\d+)"><\/div>/g, (_, at) => whole(ours[at]?.html ?? ''));
    expect(mine.map(({ html }) => whole(html))).toEqual(theirs.map(({ renderedHtml }) => renderedHtml));
  });

  test('the companion alone says where a block stands, knows those of reusable blocks, and tells strangers nothing', async () => {
    const key = mac(revalidationSecret, 'companion/blocks/v1', names.join());
    const { post } =
      await ask(`{ post(id: "by-part", idType: SLUG) { editorBlocks(flat: true) { name ... on AcmeHours { attributes { to } } }
      mine: companionBlocks(names: ${JSON.stringify(names)}, key: "${key}") strangers: companionBlocks(names: ${JSON.stringify(names)}) } }`);
    const { html, blocks } = JSON.parse(post.mine);
    expect(html).toMatch(/Vorher.*<div class="wp-block-column[^>]*><div data-companion-block="1"><\/div>/s);
    expect(blocks.map(({ name }: { name: string }) => name)).toEqual([
      'acme/notice',
      'acme/notice',
      'core/quote',
      'acme/hours',
    ]);
    expect(post.editorBlocks).toEqual([{ name: 'acme/hours', attributes: { to: 'secret@example.com' } }]);
    expect(post.strangers).toBe('{"refused":true}');
  });

  test('the companion says to the site which blocks and attributes there are not; what content has, JavaScript alone may know', async () => {
    await on.wordpress.php(`echo wp_insert_post( wp_slash( [ 'post_status' => 'draft', 'post_title' => 'Of JavaScript',
      'post_content' => '<!-- wp:acme/card {"x":1} /--><!-- wp:acme/notice {"tone":"loud","mood":1} /-->' ] ) );`);
    const asked = ['acme/card', 'acme/carp', 'acme/notice', 'core/quote'];
    const read = [
      'acme/card#y',
      'acme/notice#tone',
      'acme/notice#toen',
      'acme/notice#mood',
      'acme/notice#className',
    ];
    const types = async (key: string) =>
      (
        await ask(
          `{ companionBlockTypes(names: ${JSON.stringify(asked)}, attributes: ${JSON.stringify(read)}, key: "${key}") }`,
        )
      ).companionBlockTypes;
    const { known, ...missing } = JSON.parse(
      await types(mac(revalidationSecret, 'companion/blocks/v1', asked.join())),
    );
    expect(missing).toEqual({ blocks: ['acme/carp'], attributes: ['acme/notice#toen'] });
    expect(known.blocks).toEqual(expect.arrayContaining(['acme/notice', 'core/quote']));
    expect(known.attributes['acme/notice']).toEqual(expect.arrayContaining(['tone', 'title']));
    expect(known.attributes).not.toHaveProperty('acme/hours');
    expect(await types('x')).toBeNull();
  });
});
