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
  comments:
    '<!-- wp:comments --><div class="wp-block-comments"><!-- wp:comments-pagination --><!-- wp:comments-pagination-numbers /--><!-- wp:comments-pagination-next /--><!-- /wp:comments-pagination --></div><!-- /wp:comments -->',
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
    const { html, notShown } = await shownOf(blocks[block]);
    expect(notShown).toEqual([]);
    return html;
  }

  /** @param then PHP behind the item's creation, which has its `$id` */
  async function shownOf(content: string, type: 'post' | 'page' = 'post', then = '') {
    const stored = Buffer.from(content).toString('base64');
    const id = await wordpress.php<number>(
      `kses_remove_filters(); $id = wp_insert_post( wp_slash( [ 'post_status' => 'publish', 'post_type' => '${type}', 'comment_status' => 'open', 'post_title' => 'A', 'post_content' => base64_decode( '${stored}' ) ] ) ); ${then} echo $id;`,
    );
    const response = await fetch(wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: `{ item: ${type}(id: ${id}, idType: DATABASE_ID) { content } }` }),
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    const { html, notShown } = prepareHtml(data.item.content, { cmsOrigin: wordpress.url });
    return { html: html.trim().replace(/>\s+</g, '><'), notShown };
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

  it('icons of all services are drawn, on the grounds that WordPress gives them', async () => {
    const services = await wordpress.php<string[]>(
      `echo json_encode( array_keys( block_core_social_link_services() ) );`,
    );
    expect(services.length).toBeGreaterThan(40);
    const links = services.map(
      (service) => `<!-- wp:social-link {"url":"https://${service}.example/","service":"${service}"} /-->`,
    );
    const { html } = await shownOf(
      `<!-- wp:social-links --><ul class="wp-block-social-links">${links.join('')}</ul><!-- /wp:social-links -->`,
    );
    const items = html.split('<li ').slice(1);
    expect(items).toHaveLength(services.length);
    const css = await wordpress.php<string>(
      `echo json_encode( file_get_contents( ABSPATH . WPINC . '/blocks/social-links/style.css' ) );`,
    );
    for (const [index, service] of services.entries()) {
      expect(items[index], service).toMatch(/<svg [^>]*><path d="[^"]{10}/);
      const [, ground] =
        new RegExp(
          `:not\\(\\.is-style-logos-only\\)\\) \\.wp-social-link-${service} \\{\\s*background-color: (#\\w+);`,
        ).exec(css) ?? [];
      expect(/--service:(#\w+)/.exec(items[index] ?? '')?.[1], service).toBe(ground);
    }
  });

  it('buttons have any width', async () => {
    const buttons = ['33%', '66.6%', '12rem'].map(
      (width) =>
        `<!-- wp:button {"style":{"dimensions":{"width":"${width}"}}} --><div class="wp-block-button"><a class="wp-block-button__link" href="/a">a</a></div><!-- /wp:button -->`,
    );
    const { html } = await shownOf(
      `<!-- wp:buttons --><div class="wp-block-buttons">${buttons.join('')}</div><!-- /wp:buttons -->`,
    );
    expect([...html.matchAll(/<div style="([^"]*)"/g)].map(([, style]) => style)).toEqual([
      '--wp--block-button--width:33',
      '--wp--block-button--width:66.6',
      'width:12rem',
    ]);
  });

  it('a file that WordPress previews is a link with its size', async () => {
    const file = await wordpress.php<{ id: number; url: string }>(`
      $file = wp_upload_bits( 'report.pdf', null, str_repeat( 'x', 1234567 ) );
      $id = wp_insert_attachment( [ 'post_mime_type' => 'application/pdf', 'post_title' => 'report', 'post_status' => 'inherit' ], $file['file'] );
      echo json_encode( [ 'id' => $id, 'url' => $file['url'] ] );`);
    const { html, notShown } = await shownOf(
      `<!-- wp:file {"id":${file.id},"href":"${file.url}","displayPreview":true} --><div class="wp-block-file"><object class="wp-block-file__embed" data="${file.url}" type="application/pdf" style="width:100%;height:600px" aria-label="report"></object><a href="${file.url}">report</a></div><!-- /wp:file -->`,
    );
    expect(notShown).toEqual(['frame']);
    expect(html).toContain(`<a href="${file.url}" rel="nofollow noopener">report.pdf (1.2 MB)</a>`);
  });

  it.each([
    ['post', 'the site'],
    ['page', 'WordPress, because the site lists those of posts'],
  ] as const)('other pages of the comments of a %s are those of %s', async (type, _) => {
    await wordpress.php(`update_option( 'page_comments', 1 ); update_option( 'comments_per_page', 1 );`);
    const comments = `foreach ( [ 'a', 'b' ] as $text ) wp_insert_comment( [ 'comment_post_ID' => $id, 'comment_author' => 'A', 'comment_content' => $text, 'comment_approved' => 1 ] );`;
    const { html } = await shownOf(blocks.comments, type, comments);
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(hrefs.length).toBeGreaterThan(0);
    for (const href of hrefs)
      if (type === 'post') expect(href).toMatch(/^\/[^?]*comment-page-\d\/#comments$/);
      else {
        expect(href).toContain(`${wordpress.url}/`);
        expect(href).toMatch(/comment-page-\d\/\?on-wordpress=1#comments$/);
      }
  });

  it('WordPress had nothing to complain about', () => {
    expect(complaints(wordpress)).toBe('');
  });
});
