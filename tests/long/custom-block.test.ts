import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/serve';
import { type ServedSite, secrets } from '../site/support/site-server';
import { filesOf } from '../support/recipes';
import { complaints } from '../wordpress/companion/site';
import { startWordPress, type WordPress, whyNoWordPress } from '../wordpress/server';
import { activatePlugin } from '../wordpress/server/plugins';

const reason = whyNoWordPress();
const MAX_FILES = 3;

describe.skipIf(reason)(`own-block.md of the recipes, done as written${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let dir: string;
  let plugin: string;
  let site: ServedSite | undefined;
  let files: Map<string, string>;
  const text = (value: string) => `base64_decode( '${Buffer.from(value).toString('base64')}' )`;

  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty', companion: true });
    dir = await createSite('own-block', '--cms-url', wordpress.url);
    files = filesOf('own-block');
    for (const [file, code] of files) {
      if (file.startsWith('wp-content/')) {
        plugin = path.posix.basename(file);
        await wordpress.php(`file_put_contents( WP_PLUGIN_DIR . '/${plugin}', ${text(code)} );`);
      } else {
        mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
        writeFileSync(path.join(dir, file), code);
      }
    }
    const notice = {
      heading: 'Closed <today>',
      text: 'Back & open on Monday',
      link: 'https://example.com/why',
    };
    const content = `<!-- wp:companion/hero-centered {"heading":"A page of ours"} /--><!-- wp:acme/notice ${JSON.stringify(
      notice,
    ).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)} /-->`;
    await wordpress.php(`wp_insert_post( wp_slash( [ 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'ours',
      'post_title' => 'Ours', 'post_content' => ${text(content)} ] ) );`);
  });
  afterAll(async () => {
    await site?.stop();
    await wordpress?.stop();
  });

  const run = (file: string, ...args: string[]) =>
    execa(process.execPath, [createRequire(path.join(dir, 'package.json')).resolve(file), ...args], {
      cwd: dir,
      reject: false,
      all: true,
    });
  /** The page's HTML without Next's data scripts. */
  const shown = async () => {
    const response = await fetch(`${site?.url}/ours/`);
    const html = (await response.text()).replace(/<script\b.*?<\/script>/gs, '');
    return { status: response.status, html };
  };

  it('takes three files at most', () => {
    expect([...files.keys()]).toEqual([
      'wp-content/plugins/acme-blocks.php',
      'components/blocks/own/Notice.tsx',
      'components/blocks/own/index.ts',
    ]);
    expect(files.size).toBeLessThanOrEqual(MAX_FILES);
  });

  it('passes the type check, which notices a component that does not fit the fields', async () => {
    const typegen = await run('next/dist/bin/next', 'typegen');
    expect(typegen.exitCode, typegen.all).toBe(0);
    const fits = await run('typescript/bin/tsc', '--noEmit');
    expect(fits.exitCode, fits.all).toBe(0);
    const list = path.join(dir, 'components/blocks/own/index.ts');
    const written = readFileSync(list, 'utf8');
    writeFileSync(list, written.replace("text: { kind: 'string' }", "text: { kind: 'image' }"));
    const misfits = await run('typescript/bin/tsc', '--noEmit');
    writeFileSync(list, written);
    expect(misfits.all).toMatch(/^components\/blocks\/own\/Notice\.tsx.*error TS2322/m);
  });

  it('stays as it is when the site is regenerated', async () => {
    const { exitCode, all } = await execa(
      process.execPath,
      [path.resolve('bin/create-headless-site.js'), 'regenerate-config', '--posts', 'ssr', '--yes'],
      { cwd: dir, reject: false, all: true, input: '' },
    );
    expect(exitCode, all).toBe(0);
    for (const [file, code] of files)
      if (!file.startsWith('wp-content/')) expect(readFileSync(path.join(dir, file), 'utf8')).toBe(code);
  });

  it('shows its pages while WordPress does not have the block, and says so', async () => {
    site = await buildAndServe(dir, wordpress.graphqlUrl);
    const { status, html } = await shown();
    expect(status).toBe(200);
    expect(html).toContain('A page of ours');
    expect(html).not.toContain('data-block="Notice"');
    expect(site.output()).toMatch(/Page_Flexiblecontent_FlexibleContent_Notice is not shown: Unknown type/);
  });

  it('shows the block once the plugin is active, without a byte for the browser', async () => {
    await activatePlugin(wordpress, plugin);
    // The companion's report when a plugin is activated.
    const printed = site?.output().length;
    await fetch(`${site?.url}/api/revalidate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret: secrets.revalidation, paths: ['/*'], events: { '/*': 'update' } }),
    });
    await expect.poll(async () => (await shown()).html).toContain('data-block="Notice"');
    const { status, html } = await shown();
    expect(status).toBe(200);
    expect(html).toContain('A page of ours');
    const [, notice = ''] = html.split('data-block="Notice"');
    expect(notice).toMatch(/^><section class="band">.*?<h2[^>]*>Closed &lt;today&gt;<\/h2>/s);
    expect(notice).toMatch(/<p class="mt-2 text-soft">Back &amp; open on Monday<\/p>/);
    expect(notice).toMatch(/<a href="https:\/\/example\.com\/why"[^>]*>Find out more<\/a>/);
    expect(site?.output().slice(printed)).not.toContain('is not shown');
    const inBrowser = await execa('grep', ['-rlE', 'Find out more|FlexibleContent_', '.next/static'], {
      cwd: dir,
      reject: false,
    });
    expect(inBrowser.stdout).toBe('');
    expect(complaints(wordpress)).toBe('');
  });
});
