import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareHtml } from '../../../src/runtime/content/html';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { complaints } from './site';

const reason = whyNoWordPress('newest') ?? whyNoWordPress();

/** Blocks as the editor saves them. The subject is what WordPress adds when it renders them. */
const blocks = {
  icon: '<!-- wp:icon {"icon":"core/star-filled","rotation":90,"flipHorizontal":true,"style":{"dimensions":{"width":"64px"}}} /-->',
  accordion:
    '<!-- wp:accordion --><div role="group" class="wp-block-accordion"><!-- wp:accordion-item {"openByDefault":true} --><div class="wp-block-accordion-item is-open">' +
    '<!-- wp:accordion-heading --><h3 class="wp-block-accordion-heading has-icon has-icon-right"><button type="button" class="wp-block-accordion-heading__toggle"><span class="wp-block-accordion-heading__toggle-title">Title</span><span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h3><!-- /wp:accordion-heading -->' +
    '<!-- wp:accordion-panel --><div role="region" class="wp-block-accordion-panel"><!-- wp:paragraph --><p>Words</p><!-- /wp:paragraph --></div><!-- /wp:accordion-panel --></div><!-- /wp:accordion-item --></div><!-- /wp:accordion -->',
  tabs:
    '<!-- wp:tabs --><div class="wp-block-tabs"><!-- wp:tab-list --><div role="tablist" class="wp-block-tab-list"><button type="button" role="tab">One</button><button type="button" role="tab">Two</button></div><!-- /wp:tab-list -->' +
    '<!-- wp:tab-panels --><div class="wp-block-tab-panels"><!-- wp:tab-panel {"label":"One"} --><section role="tabpanel" tabindex="0" class="wp-block-tab-panel"><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --></section><!-- /wp:tab-panel -->' +
    '<!-- wp:tab-panel {"label":"Two"} --><section role="tabpanel" tabindex="0" class="wp-block-tab-panel"><!-- wp:paragraph --><p>b</p><!-- /wp:paragraph --></section><!-- /wp:tab-panel --></div><!-- /wp:tab-panels --></div><!-- /wp:tabs -->',
  math: '<!-- wp:math {"latex":"\\\\frac{a}{b}"} --><div class="wp-block-math"><math display="block"><semantics><mfrac><mi>a</mi><mi>b</mi></mfrac><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics></math></div><!-- /wp:math -->',
  lightbox:
    '<!-- wp:image {"lightbox":{"enabled":true}} --><figure class="wp-block-image"><img src="/wp-content/uploads/a.jpg" alt="A hill"/></figure><!-- /wp:image -->',
  duotone:
    '<!-- wp:image {"style":{"color":{"duotone":["#8c00b7","#fcff41"]}}} --><figure class="wp-block-image"><img src="/wp-content/uploads/a.jpg" alt="A hill"/></figure><!-- /wp:image -->',
  playlist:
    '<!-- wp:playlist --><figure class="wp-block-playlist"><ol class="wp-block-playlist__tracklist"><!-- wp:playlist-track {"id":1,"src":"https://cms.example.com/a.mp3?a=1\\u0026b=$1","title":"Song","artist":"Ada","length":"3:45"} /--></ol></figure><!-- /wp:playlist -->',
} as const;

describe.skipIf(reason)(`blocks of the newest WordPress${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', companion: true, content: 'empty' });
    await wordpress.php(`switch_theme( 'twentytwentyfive' );`);
  });
  afterAll(() => wordpress?.stop());

  /** The HTML that the site shows of a block. */
  async function shown(block: keyof typeof blocks): Promise<string> {
    const stored = Buffer.from(blocks[block]).toString('base64');
    const id = await wordpress.php<number>(
      `kses_remove_filters(); echo wp_insert_post( wp_slash( [ 'post_status' => 'publish', 'post_title' => 'A', 'post_content' => base64_decode( '${stored}' ) ] ) );`,
    );
    const response = await fetch(wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `{ post(id: ${id}, idType: DATABASE_ID) { content } }` }),
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    const { html, notShown } = prepareHtml(data.post.content, { cmsOrigin: wordpress.url });
    expect(notShown).toEqual([]);
    return html.trim().replace(/>\s+</g, '><');
  }

  it('an icon is drawn, turned and as wide as chosen', async () => {
    expect(await shown('icon')).toMatch(
      /^<div class="wp-block-icon"><svg(?=[^>]*class="[^"]*\bis-flip-horizontal is-turned-90")(?=[^>]*style="width:64px")[^>]*><path d="[^"]+"><\/path><\/svg><\/div>$/,
    );
  });

  it('an accordion opens without its script', async () => {
    expect(await shown('accordion')).toMatch(
      /<details class="wp-block-accordion-item is-open[^"]*" open><summary><h3 [^>]*><span [^>]*>Title<\/span><\/h3><\/summary><div [^>]*><p[^>]*>Words<\/p><\/div><\/details>/,
    );
  });

  it('tabs are sections with their names', async () => {
    const html = await shown('tabs');
    expect(
      html
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ).toBe('One a Two b');
    expect(html.match(/<h3 [^>]*>(?:One|Two)<\/h3>/g)).toHaveLength(2);
  });

  it('a formula is one, without its source', async () => {
    expect(await shown('math')).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac></semantics></math>');
  });

  it('a lightbox is a link, without the picture of its button', async () => {
    expect(await shown('lightbox')).toMatch(
      /^<figure [^>]*><a href="http:[^"]*\/a\.jpg"><img [^>]*><\/a><\/figure>$/,
    );
  });

  it('a duotone has its colours', async () => {
    expect(await shown('duotone')).toMatch(
      /<filter id="duotone-8c00b7-fcff41".*style="[^"]*url\(#duotone-8c00b7-fcff41\)/,
    );
  });

  it('a song of a playlist can be played, and its file waits until then', async () => {
    const html = await shown('playlist');
    expect(html).toContain(
      '<audio controls preload="none" src="https://cms.example.com/a.mp3?a=1&amp;b=$1"></audio></li>',
    );
    expect(html.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')).toBe('|Song|Ada|Duration: |3:45|');
  });

  it('WordPress had nothing to complain about', () => {
    expect(complaints(wordpress)).toBe('');
  });
});
