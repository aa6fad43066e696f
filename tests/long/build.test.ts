import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSampleCms } from '@/sample-cms/index.mjs';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/serve';
import { programOf, type ServedSite, secrets } from '../site/support/site-server';
import { startWordPress, type WordPress, whyNoWordPress } from '../wordpress/server';

const reason = whyNoWordPress();
const environment = (graphqlUrl: string) => ({
  NEXT_PUBLIC_CMS_API_URL: graphqlUrl,
  NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
  REVALIDATION_SECRET: secrets.revalidation,
  PREVIEW_SECRET: secrets.preview,
  NEXT_TELEMETRY_DISABLED: '1',
  NODE_ENV: 'production',
});

test('a plain `next build` makes what Next’s links load ahead of all pages, and leaves it', async () => {
  const cms = await startSampleCms({ port: 0 });
  const dir = await createSite('plain');
  const next = createRequire(path.join(dir, 'package.json')).resolve('next/dist/bin/next');
  await execa(process.execPath, [next, 'build'], { cwd: dir, env: environment(cms.graphqlUrl) });
  await cms.close();
  const made = readdirSync(path.join(dir, '.next/server/app'), { recursive: true, encoding: 'utf8' });
  const pages = made.filter((name) => name.endsWith('.html')).map((name) => name.slice(0, -'.html'.length));
  expect(pages.filter((name) => !made.includes(`${name}.segments`))).toEqual([]);
  expect(pages.length).toBeGreaterThan(40);
});

describe.skipIf(reason)(`builds on a CMS in trouble${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  let dir: string;
  beforeAll(async () => {
    cms = await startWordPress();
    dir = await createSite('troubled', '--cms-url', cms.url, '--custom', 'project=isr');
  });
  afterAll(() => cms?.stop());

  const build = () => {
    const env = environment(cms.graphqlUrl);
    return execa(process.execPath, [programOf(dir), 'build'], { cwd: dir, env, reject: false, all: true });
  };
  const operations = async () => (await cms.log()).map(({ operation }) => operation);

  test('a CMS that dies ends the build with one error; the next one goes on, sees an edit, and waits when asked to', async () => {
    await cms.fail({ kind: 'afterRequests', count: 10 });
    const died = await build();
    expect(died.exitCode).toBe(1);
    expect(died.all.match(/Nothing answers at/g)).toHaveLength(1);
    expect(died.all).toContain(`${cms.graphqlUrl}. Check that the web server runs`);
    expect(died.all).toMatch(/interrupted after \d+ items; the next build goes on from there/);
    expect(died.all).not.toMatch(/^\s+at /m);

    await cms.fail(null);
    await cms.php(
      `wp_update_post(['ID' => get_page_by_path('second-name', OBJECT, 'post')->ID, 'post_title' => 'Edited between two builds']);`,
    );
    await cms.clearLog();
    await cms.fail({ kind: 'status', status: 429, retryAfter: 1, times: 3 });
    const second = await build();
    expect(second.exitCode, second.all).toBe(0);
    const requests = await cms.log();
    expect(requests.filter(({ status }) => status === 429)).toHaveLength(3);
    // Parts that were read before are only asked whether they are still true.
    expect(await operations()).toContain('CheckPages');
    expect(requests.every(({ concurrent }) => concurrent <= 2)).toBe(true);
    const html = await execa('grep', ['-rl', 'Edited between two builds', `${dir}/.next/server/app`], {
      reject: false,
    });
    expect(html.stdout).toContain('second-name.html');
    expect(second.all).toMatch(/^posts\s+isr\s+on demand\s+\d+/m);
  });
});

describe.skipIf(reason)(
  `an empty CMS without any plugin but WPGraphQL${reason ? ` (${reason})` : ''}`,
  () => {
    let cms: WordPress;
    let site: ServedSite;
    beforeAll(async () => {
      cms = await startWordPress({ content: 'empty' });
      await cms.php(`update_option('test_menu_locations', 'off');`);
      site = await buildAndServe(await createSite('empty', '--cms-url', cms.url), cms.graphqlUrl);
    });
    afterAll(async () => {
      await site?.stop();
      await cms?.stop();
    });

    test.each(['/', '/contact/', '/search/', '/sitemap.xml', '/feed/', '/robots.txt'])(
      '%s answers 200',
      async (path) => {
        expect((await fetch(site.url + path)).status).toBe(200);
      },
    );
    test('the first post appears when the webhook names it', async () => {
      const path = await cms.php<string>(
        `echo json_encode(wp_make_link_relative(get_permalink(wp_insert_post(['post_title' => 'The very first', 'post_status' => 'publish']))));`,
      );
      expect((await fetch(site.url + path)).status).toBe(200);
      const body = JSON.stringify({
        secret: secrets.revalidation,
        paths: [path, '/'],
        events: { [path]: 'publish' },
      });
      await fetch(`${site.url}/api/revalidate`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      await expect.poll(async () => (await fetch(`${site.url}/`)).text()).toContain('The very first');
    });
  },
);
