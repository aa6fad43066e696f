import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { complaints } from './site';

const reason = whyNoWordPress('newest') ?? whyNoWordPress();

/** @returns the content of a new post, as GraphQL gives it */
async function shown(wordpress: WordPress, stored: string, field = 'content'): Promise<string> {
  const id = await wordpress.php<number>(
    `echo json_encode( wp_insert_post( wp_slash( [ 'post_status' => 'publish', 'post_title' => 'A', 'post_content' => ${JSON.stringify(stored).replaceAll('$', '\\$')} ] ) ) );`,
  );
  const response = await fetch(wordpress.graphqlUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: `{ post(id: ${id}, idType: DATABASE_ID) { ${field} } }` }),
  });
  const { data, errors } = await response.json();
  expect(errors).toBeUndefined();
  return data.post[field].trim();
}

/** Style attributes of elements that have a class, in the order of the content. */
const stylesOf = (html: string, name: string) =>
  [...html.matchAll(/<\w+[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => new RegExp(`class="(?:[^"]* )?${name}[ "]`).test(tag))
    .map((tag) => /style="([^"]*)"/.exec(tag)?.[1]?.replaceAll(': ', ':') ?? '');

const group = (attributes: object, classes: string, inner: string, style = '') =>
  `<!-- wp:group ${JSON.stringify(attributes)} --><div class="wp-block-group ${classes}"${style && ` style="${style}"`}>${inner}</div><!-- /wp:group -->`;
const paragraph = (attributes: object, classes: string, text = 'a', style = '') =>
  `<!-- wp:paragraph ${JSON.stringify(attributes)} --><p class="${classes}"${style && ` style="${style}"`}>${text}</p><!-- /wp:paragraph -->`;
const button = `<!-- wp:buttons --><div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/b">b</a></div><!-- /wp:button --></div><!-- /wp:buttons -->`;

describe.skipIf(reason)(`styles that an editor chose${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', companion: true, content: 'empty' });
    await wordpress.php(`switch_theme( 'twentytwentyfive' );`);
  });
  afterAll(() => wordpress?.stop());

  it('presets of the theme: colours, sizes, gradients, spaces', async () => {
    const html = await shown(
      wordpress,
      paragraph(
        { backgroundColor: 'accent-5', textColor: 'contrast', fontSize: 'small' },
        'x has-contrast-color has-accent-5-background-color has-text-color has-background has-small-font-size',
      ) +
        paragraph({ gradient: 'electric-grass' }, 'y has-electric-grass-gradient-background has-background') +
        paragraph({}, 'z', 'a', 'padding-top:var(--wp--preset--spacing--20);margin-top:3px'),
    );
    expect(stylesOf(html, 'x')).toEqual(['color:#111111;background-color:#FBFAF3;font-size:0.875rem;']);
    expect(stylesOf(html, 'y')).toEqual([
      'background:linear-gradient(135deg,rgb(202,248,128) 0%,rgb(113,206,126) 100%);',
    ]);
    expect(stylesOf(html, 'z')).toEqual(['padding-top:10px;margin-top:3px']);
  });

  it('a value of its own stands behind a preset, and wins', async () => {
    const html = await shown(
      wordpress,
      paragraph({}, 'x has-accent-5-background-color', 'a', 'color:#123456'),
    );
    expect(stylesOf(html, 'x')).toEqual(['background-color:#FBFAF3;color:#123456']);
  });

  it('a preset that the theme does not have stays a class', async () => {
    expect(await shown(wordpress, paragraph({}, 'has-nothing-like-it-color', 'a'))).toContain(
      '<p class="has-nothing-like-it-color wp-block-paragraph">a</p>',
    );
  });

  it('rows, grids and their items', async () => {
    const html = await shown(
      wordpress,
      group(
        {
          style: { spacing: { blockGap: '40px' } },
          layout: { type: 'flex', flexWrap: 'nowrap', justifyContent: 'center' },
        },
        'row',
        paragraph({ style: { layout: { selfStretch: 'fixed', flexSize: '130px' } } }, 'item'),
      ) + group({ layout: { type: 'grid', columnCount: 4 } }, 'grid', paragraph({}, 'p')),
    );
    expect(stylesOf(html, 'row')).toEqual(['flex-wrap:nowrap;gap:40px;justify-content:center;']);
    expect(stylesOf(html, 'item')[0]).toMatch(/^flex-basis:130px;/);
    expect(stylesOf(html, 'grid')[0]).toMatch(/^grid-template-columns:repeat\(4, minmax\(0, 1fr\)\);/);
  });

  it('links, headings and buttons of a group, and not those behind it', async () => {
    const elements = {
      link: { color: { text: '#00545c' } },
      heading: { color: { text: '#aa0000' } },
      button: { color: { background: '#112233' } },
    };
    const inner = `${group({}, 'in', paragraph({}, 'p', '<a class="l" href="/l">l</a>'))}<!-- wp:heading --><h2 class="wp-block-heading h">h</h2><!-- /wp:heading -->${button}`;
    const html = await shown(
      wordpress,
      group({ style: { elements } }, 'out has-link-color', inner) +
        paragraph({}, 'p', '<a class="l" href="/l">l</a>') +
        button,
    );
    expect(stylesOf(html, 'l')).toEqual(['color:#00545c;', '']);
    expect(stylesOf(html, 'h')).toEqual(['color:#aa0000;']);
    expect(stylesOf(html, 'wp-block-button__link')).toEqual(['background-color:#112233;', '']);
  });

  it('the width of the content and the space between blocks of a group', async () => {
    const children = `${paragraph({}, 'p', 'a<br>b<br><em>c</em>')}${paragraph({}, 'p')}${paragraph({ align: 'wide' }, 'alignwide p')}`;
    const html = await shown(
      wordpress,
      group(
        { layout: { type: 'constrained', contentSize: '260px', wideSize: '900px', justifyContent: 'right' } },
        'x',
        children,
      ) +
        group({ style: { spacing: { blockGap: '44px' } }, layout: { type: 'constrained' } }, 'y', children) +
        paragraph({}, 'p'),
    );
    const plain = 'max-width:260px;margin-left:auto;margin-right:0;';
    const [first, second] = [
      'margin-block-start:0;margin-block-end:0;',
      'margin-block-start:44px;margin-block-end:0;',
    ];
    expect(stylesOf(html, 'p').map((style) => style.replaceAll(' ', ''))).toEqual([
      ...[plain, plain, `${plain}max-width:900px;`],
      ...[first, first + second, first + second],
      '',
    ]);
  });

  it('styles of the theme that a section may have, in each content anew', async () => {
    const section = (name: string) => group({ className: name }, name, paragraph({}, 'p'));
    for (const [name, ground] of [
      ['is-style-section-1', '#FBFAF3'],
      ['is-style-section-5', '#111111'],
      ['is-style-section-1', '#FBFAF3'],
    ] as const)
      expect(stylesOf(await shown(wordpress, section(name)), name)[0], name).toContain(
        `background-color:${ground}`,
      );
  });

  it('columns that nobody has changed get no style', async () => {
    const html = await shown(
      wordpress,
      `<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column">${paragraph({}, 'p')}</div><!-- /wp:column --></div><!-- /wp:columns -->`,
    );
    expect(html).not.toContain('style=');
  });

  it('a palette that is changed in the Site Editor counts at once', async () => {
    await wordpress.php(`
      $id = WP_Theme_JSON_Resolver::get_user_global_styles_post_id();
      wp_update_post( wp_slash( [ 'ID' => $id, 'post_content' => wp_json_encode( [ 'version' => 3, 'isGlobalStylesUserThemeJSON' => true, 'settings' => [ 'color' => [ 'palette' => [ 'theme' => [ [ 'slug' => 'accent-5', 'name' => 'A', 'color' => '#abcdef' ] ] ] ] ] ] ) ] ) );
      wp_clean_theme_json_cache();`);
    const html = await shown(wordpress, paragraph({}, 'x has-accent-5-background-color'));
    expect(stylesOf(html, 'x')).toEqual(['background-color:#abcdef;']);
  });

  it('excerpts, and pages of WordPress itself, are as they were', async () => {
    const stored = paragraph({}, 'x has-accent-5-background-color');
    expect(await shown(wordpress, stored, 'excerpt')).toBe('<p>a</p>');
    const page = await (
      await fetch(
        `${wordpress.url}/?p=${await wordpress.php(`echo json_encode( get_posts( [ 'numberposts' => 1, 'fields' => 'ids' ] )[0] );`)}`,
      )
    ).text();
    expect(stylesOf(page, 'x')).toEqual(['']);
  });

  it('thousands of open elements with the class of a group say no more than one', async () => {
    const many = (n: number) =>
      `${"<div class='wp-elements-1'>".repeat(n)}<a class="l" href="#">x</a>${'<a href="#">x</a>'.repeat(n)}`;
    const first = group(
      { style: { elements: { link: { color: { text: '#00545c' } } } } },
      'out',
      paragraph({}, 'p'),
    );
    const stored = `${first}<!-- wp:html -->${many(2_000)}<!-- /wp:html -->`;
    const html = await shown(wordpress, stored);
    expect(stylesOf(html, 'l')).toEqual(['color:#00545c;']);
    expect(html.length).toBeLessThan(3 * stored.length);
  });

  it('a content within another one is given its styles once', async () => {
    const inner = await wordpress.php<number>(
      `echo json_encode( wp_insert_post( wp_slash( [ 'post_status' => 'publish', 'post_type' => 'page', 'post_title' => 'I', 'post_content' => ${JSON.stringify(paragraph({}, 'x has-accent-5-color'))} ] ) ) );`,
    );
    const query = `<!-- wp:query ${JSON.stringify({ queryId: 1, query: { postType: 'page', perPage: 1, inherit: false } })} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --></div><!-- /wp:query -->`;
    expect(stylesOf(await shown(wordpress, query), 'x'), `${inner}`).toEqual(['color:#abcdef;']);
  });

  it('classes between lines, and a variable with a value to fall back to', async () => {
    const html = await shown(
      wordpress,
      paragraph({}, 'x\n\thas-accent-5-color', 'a', 'padding-top:var(--wp--preset--spacing--none, 7px)'),
    );
    expect(html).toContain('style="color:#abcdef;padding-top:7px"');
  });

  it('content that is not well-formed, or ends in a tag, comes through', async () => {
    for (const html of [
      '<p class="has-accent-5-color">a',
      '<div class="wp-elements-9"></p></b>a',
      '<p>a</p><p class="has-accent-5-color" style="a',
    ])
      expect(await shown(wordpress, `<!-- wp:html -->${html}<!-- /wp:html -->`)).toContain('>a');
    expect(complaints(wordpress)).toBe('');
  });
});

describe.skipIf(reason)(`the same on WordPress 6.5${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ companion: true, content: 'empty' });
  });
  afterAll(() => wordpress?.stop());

  it('knows its presets and its rules', async () => {
    const html = await shown(
      wordpress,
      paragraph({ textColor: 'vivid-red' }, 'x has-vivid-red-color has-text-color') +
        group({ layout: { type: 'flex', flexWrap: 'nowrap' } }, 'row', paragraph({}, 'p')),
    );
    expect(stylesOf(html, 'x')).toEqual(['color:#cf2e2e;']);
    expect(stylesOf(html, 'row')).toEqual(['flex-wrap:nowrap;']);
  });
});
