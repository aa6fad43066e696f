import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import type { ServedSite } from '../../site/support/site-server';
import { startWordPress, type WordPress, whyNoPlugin, whyNoWordPress } from '../server';
import { ownPlugin } from './own-plugin';
import { logIn } from './session';
import { complaints, configure } from './site';

const reason = whyNoWordPress('newest') ?? whyNoPlugin('contact-form-7');

const youtube = '<iframe src="https://www.youtube.com/embed/abcdefgh?feature=oembed"></iframe>';

/** Content of each page, and the parts that the site does not show of it. */
const pages: Record<string, [content: string, notShown: string[]]> = {
  map: [
    '<p>Find us.</p><iframe src="https://maps.example.com/embed?pb=1" title="Map"></iframe><p>By bus.</p>',
    ['frame'],
  ],
  widget: ['<div id="widget"></div><script src="https://widget.example.com/w.js"></script>', ['script']],
  fields: ['<p>How many? <input type="number"></p>', ['form']],
  film: [`<p>Look.</p>${youtube}`, []],
  quote: [
    '<blockquote><p>So it is.</p></blockquote>\n<script async src="https://platform.example.com/widgets.js"></script>',
    [],
  ],
  data: ['<p>Questions</p><script type="application/ld+json">{"@type":"FAQPage"}</script>', []],
  slider: ['<p>Look.</p><div class="acme-slider" data-ids="1,2"></div>', ['script']],
  chart: ['<div class="chart" id="chart" style="height:300px"></div>', ['script']],
  element: ['<model-viewer src="/a.glb"></model-viewer>', ['script']],
  button: ['<p>Ten left.</p><button onclick="buy()">Buy now</button>', ['script']],
  question: [
    '<button aria-expanded="false">Why?</button><div>So.</div><h3><button>When?</button></h3><button>×</button>',
    [],
  ],
  boxes: [
    '<div id="a" class="b"></div><div class="spacer" data-height="3"></div><div class="c" style="height:60px"></div>',
    [],
  ],
  plain: ['<p>Nothing special.</p>', []],
};

describe.skipIf(reason)(`what the site does not show of WordPress${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let site: ServedSite;
  /** Holds how many milliseconds the site's clock is ahead. */
  let clock: string;
  const ids: Record<string, number> = {};

  /** HTML of a page, without Next's data. */
  const body = async (path: string) => {
    const response = await fetch(site.url + path);
    expect(response.status).toBe(200);
    const html = await response.text();
    return { size: html.length, html: html.replace(/<script\b.*?<\/script>/gs, '') };
  };

  beforeAll(async () => {
    wordpress = await startWordPress({
      version: 'newest',
      content: 'empty',
      companion: true,
      plugins: ['contact-form-7'],
    });
    await wordpress.php("activate_plugin( 'contact-form-7/wp-contact-form-7.php' );");
    // The form that the plugin brings along, as a person inserts it; a captcha needs a script in the browser.
    ids.form = await wordpress.php<number>(
      `WPCF7::update_option( 'turnstile', [ 'key' => 'secret' ] ); $form = WPCF7_ContactForm::get_template( [ 'title' => 'Write' ] ); $form->save();
       echo wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'write', 'post_title' => 'Write to us',
         'post_content' => '<!-- wp:paragraph --><p>We answer within a day.</p><!-- /wp:paragraph -->' . $form->shortcode() ] );`,
    );
    for (const [name, [content]] of Object.entries(pages)) {
      const block = Buffer.from(`<!-- wp:html -->${content}<!-- /wp:html -->`).toString('base64');
      ids[name] = await wordpress.php<number>(
        `echo wp_insert_post( wp_slash( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => '${name}', 'post_title' => 'The ${name}', 'post_content' => base64_decode( '${block}' ) ] ) );`,
      );
    }
    for (const [name, title, content] of [
      [
        'code',
        "'Code'",
        `str_repeat( '<pre><code>' . str_repeat( '"\\\\\\\\', 8500 ) . '</code></pre>', 51 )`,
      ],
      ['headings', "'Headings'", "str_repeat( '<h2></h2>', 45000 ) . '<p>The end of headings.</p>'"],
      [
        'paragraphs',
        "'Paragraphs'",
        "str_repeat( '<p>' . str_repeat( 'Some words of a long text. ', 4 ) . '</p>', 45000 ) . '<p>The end of paragraphs.</p>'",
      ],
      ['title', "str_repeat( 'Long title ', 95000 ) . 'ends'", "'<p>Short text.</p>'"],
    ])
      ids[name as string] = await wordpress.php<number>(
        `kses_remove_filters(); echo wp_insert_post( [ 'post_status' => 'publish', 'post_name' => '${name}', 'post_title' => ${title}, 'post_excerpt' => 'x', 'post_content' => ${content} ] );`,
      );
    // More references than are followed, in a section and behind one.
    ids.cut = await wordpress.php<number>(
      `$id = wp_insert_post( [ 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_title' => 'R', 'post_content' => '<!-- wp:paragraph --><p>Again.</p><!-- /wp:paragraph -->' ] );
       $many = str_repeat( '<!-- wp:block {"ref":' . $id . '} /-->', 150 );
       echo wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'cut', 'post_title' => 'The cut',
         'post_content' => '<!-- wp:companion/content-section {"heading":"First"} -->' . $many . '<!-- /wp:companion/content-section -->' . $many ] );`,
    );
    const dir = await createSite('not-shown', '--cms-url', wordpress.url);
    clock = path.join(dir, '.clock');
    const loader = pathToFileURL(fileURLToPath(new URL('../../site/support/clock.mjs', import.meta.url)));
    const env = { NODE_OPTIONS: `--import ${loader.href}`, CLOCK: clock };
    site = await buildAndServe(dir, wordpress.graphqlUrl, env);
    await wordpress.php(configure(site.url));
  });
  afterAll(async () => {
    await site?.stop();
    await wordpress?.stop();
  });

  it('a form with a captcha leaves a notice that leads to it, and its words', async () => {
    const { html } = await body('/write/');
    expect(html).toContain('We answer within a day.');
    const link = /class="not-shown"[^>]*>This form [^<]*<a href="([^"]+)"/.exec(html)?.[1];
    expect(link).toBe(`${wordpress.url}/write/?on-wordpress=1`);
    expect(html.indexOf('class="not-shown"')).toBeLessThan(html.lastIndexOf('Your name'));
    expect(html).not.toMatch(/<(?:form|input|textarea)\b[^>]*wpcf7/);
  });

  it('the link leads to the form also where WordPress redirects its pages to the site', async () => {
    await wordpress.php(
      `update_option( 'companion_settings', array_merge( get_option( 'companion_settings' ), [ 'redirectFrontEnd' => true ] ) ); update_option( 'companion_connected', '1' );`,
    );
    const visit = (path: string) => fetch(wordpress.url + path, { redirect: 'manual' });
    expect((await visit('/write/')).status).toBe(301);
    const original = await visit('/write/?on-wordpress=1');
    expect(original.status).toBe(200);
    expect(await original.text()).toContain('name="your-message"');
  });

  it.each(Object.entries(pages))('/%s/', async (name, [, notShown]) => {
    const { html } = await body(`/${name}/`);
    const notices = html.match(/class="not-shown"/g) ?? [];
    expect(notices).toHaveLength(notShown.length);
    if (notShown.length > 0) expect(html).toContain(`href="${wordpress.url}/${name}/?on-wordpress=1"`);
  });

  it('a page beyond a limit of the plugin says so', async () => {
    const { html } = await body('/cut/');
    expect(html.match(/Again\./g)?.length).toBeGreaterThan(150);
    expect(html.match(/class="not-shown"[^>]*>Not all of this page is shown here/g)).toHaveLength(1);
    expect(html).toContain(`href="${wordpress.url}/cut/?on-wordpress=1"`);
  });

  it('the build names the pages', () => {
    const table = /^page +not shown.*\n((?:\/.*\n)+)/m.exec(site.output())?.[1] ?? '';
    const rows = table
      .trim()
      .split('\n')
      .map((row) => row.split(/ {2,}/));
    const expected = Object.entries(pages).flatMap(([name, [, kinds]]) =>
      kinds.length > 0 ? [[`/${name}/`, kinds.join(', ')]] : [],
    );
    const others = [
      ['/cut/', 'cut'],
      ['/paragraphs/', 'design'],
      ['/write/', 'form'],
    ];
    expect(rows).toEqual([...expected, ...others].sort());
  });

  it('the dashboard names the same pages, and forgets one whose form is gone', async () => {
    const admin = await logIn(wordpress);
    const listed = async () => {
      const html = await (await admin('/wp-admin/admin.php?page=companion-dashboard')).text();
      const list = /id="hsc-not-shown".*?<\/section>/s.exec(html)?.[0] ?? '';
      return [...list.matchAll(/post=(\d+)[^>]*>([^<]*)<\/a> ([^<]*)</g)].map(([, id, title, kinds]) => [
        Number(id),
        title,
        kinds,
      ]);
    };
    const expected = Object.entries(pages).flatMap(([name, [, kinds]]) =>
      kinds.map((kind) => [ids[name], `The ${name}`, `a ${kind}`]),
    );
    const withForm = [
      ...expected,
      [ids.form, 'Write to us', 'a form (Contact Form 7: uses a captcha)'],
      [ids.cut, 'The cut', 'more than fits on a page'],
      [ids.paragraphs, 'Paragraphs', 'so much text that only the text is shown'],
    ];
    expect(await listed()).toEqual(expect.arrayContaining(withForm));
    expect(await listed()).toHaveLength(withForm.length);
    await wordpress.php(`wp_update_post( [ 'ID' => ${ids.fields}, 'post_content' => 'Three.' ] );`);
    const query = JSON.stringify({ query: `{ page(id: ${ids.fields}, idType: DATABASE_ID) { content } }` });
    await fetch(wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: query,
    });
    expect((await listed()).map(([id]) => id)).not.toContain(ids.fields);
    expect(complaints(wordpress)).toBe('');
  });

  it('what a shortcode shows follows within five minutes, with nobody to wake WordPress; other pages are kept', async () => {
    const cached = async (path: string) => (await fetch(site.url + path)).headers.get('cache-control');
    expect(await cached('/plain/')).toMatch(/^s-maxage=60/);
    // The form is a shortcode, of which its plugin tells.
    expect(await cached('/write/')).toMatch(/^s-maxage=60/);
    const end = await ownPlugin(wordpress, `add_shortcode( 'mood', fn() => get_option( 'mood' ) );`);
    await wordpress.php(`update_option( 'mood', 'a good mood' );
      wp_insert_post( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'mood', 'post_title' => 'Mood', 'post_content' => 'In [mood].' ] );`);
    expect((await body('/mood/')).html).toContain('In a good mood.');
    await wordpress.php(`update_option( 'mood', 'a bad mood' );`);
    writeFileSync(clock, '295000');
    await sleep(100);
    expect((await body('/mood/')).html).toContain('In a good mood.');
    writeFileSync(clock, '310000');
    await sleep(100);
    await expect.poll(async () => (await body('/mood/')).html).toContain('In a bad mood.');
    await end();
  });

  describe('one post costs what its text is worth', () => {
    it.each([
      ['code', 3_000_000, undefined],
      ['headings', 3_000_000, 'headings'],
      ['paragraphs', 11_000_000, 'html'],
      ['title', 3_500_000, 'title'],
    ])('%s', async (name, most, budget) => {
      const { size, html } = await body(`/${name}/`);
      expect(size).toBeLessThan(most);
      if (name === 'paragraphs') expect(html.includes('The end of paragraphs.')).toBe(true);
      if (name === 'title') expect(/<h1[^>]*>(?:Long title )+ends<\/h1>/.test(html)).toBe(true);
      if (budget)
        expect(site.output()).toContain(
          `[content] post ${ids[name]} (/${name}/) is over the budget "${budget}"`,
        );
    });

    it('an archive and a search are as long as ever', async () => {
      for (const path of ['/', '/search/titles.json']) expect((await body(path)).size).toBeLessThan(500_000);
    });
  });
});
