import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainText, prepareHtml } from '../../../src/runtime/content/html';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { complaints } from './site';

const reason = whyNoWordPress('newest') ?? whyNoWordPress();

const block = (text: string, attributes = '', teaser = '') =>
  `<!-- wp:more${attributes} -->\n<!--more${text}-->${teaser}\n<!-- /wp:more -->`;
const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;

describe.skipIf(reason)(`an excerpt ends where "More" is${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', companion: true, content: 'empty' });
  });
  afterAll(() => wordpress?.stop());

  /** @returns of a new post the excerpt, as GraphQL and as a list of WordPress's own give it, and the text of its page on the site */
  async function shown(content: string, written = ''): Promise<[card: string, list: string, page: string]> {
    const stored = { post_status: 'publish', post_title: 'A', post_content: content, post_excerpt: written };
    const [id, list] = await wordpress.php<[number, string]>(
      `$id = wp_insert_post( wp_slash( json_decode( '${JSON.stringify(stored)}', true ) ) );
      query_posts( [ 'post_type' => 'post', 'post__in' => [ $id ] ] );
      the_post();
      echo wp_json_encode( [ $id, get_the_excerpt() ] );`,
    );
    const response = await fetch(wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `{ posts(where: { in: [${id}] }) { nodes { excerpt content } } }` }),
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    const [post] = data.posts.nodes;
    const page = prepareHtml(post.content, { cmsOrigin: wordpress.url }).html;
    return [plainText(post.excerpt), list.trim(), plainText(page)];
  }

  it.each([
    ['of the classic editor', 'Before it.\n\n<!--more-->\n\nBehind it.', 'Before it. Behind it.'],
    ['with words of its own', 'Before it.<!--more Read on--> Behind it.', 'Before it. Behind it.'],
    ['with a hidden teaser', 'Before it.\n\n<!--more--><!--noteaser-->\n\nBehind it.', 'Behind it.'],
    [
      'of the block editor',
      paragraph('Before it.') + block('') + paragraph('Behind it.'),
      'Before it. Behind it.',
    ],
    [
      'a block with both',
      paragraph('Before it.') +
        block(' Read on', ' {"customText":"Read on","noTeaser":true}', '\n<!--noteaser-->') +
        paragraph('Behind it.'),
      'Behind it.',
    ],
  ])('%s', async (_, content, page) => {
    expect(await shown(content)).toEqual(['Before it.', 'Before it.', page]);
  });

  it('unless somebody wrote one', async () => {
    expect(await shown('Before it. <!--more-->Behind it.', 'By hand.')).toEqual([
      'By hand.',
      'By hand.',
      'Before it. Behind it.',
    ]);
  });

  it('and is empty with nothing before it', async () => {
    expect(await shown('<!--more-->Behind it.')).toEqual(['', '', 'Behind it.']);
  });

  it('WordPress has nothing to complain about', () => {
    expect(complaints(wordpress)).toBe('');
  });
});
