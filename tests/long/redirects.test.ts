import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/serve';
import { programOf, type ServedSite, secrets } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { makeRules, startRedirection } from '../wordpress/redirect-rules';
import { startWordPress, type WordPress, whyNoPlugin, whyNoWordPress } from '../wordpress/server';

const reason = whyNoWordPress('newest') ?? whyNoPlugin('redirection');

/** The other ways in which a site runs: in development, and where a platform brings the cache. */
describe.skipIf(reason)(`redirects of Redirection, elsewhere${reason ? ` (${reason})` : ''}`, () => {
  let cms: WordPress;
  const children: ChildProcess[] = [];
  let platform: ServedSite | undefined;

  beforeAll(async () => {
    cms = await startWordPress({
      version: 'newest',
      companion: true,
      content: 'empty',
      plugins: ['redirection'],
    });
    await cms.php(`
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets.revalidation}', 'previewSecret' => '${secrets.preview}' ], false );
      wp_insert_post( [ 'post_status' => 'publish', 'post_title' => 'There', 'post_name' => 'there', 'post_type' => 'page', 'post_content' => '<p>Here it is.</p>' ] );`);
    await startRedirection(cms);
    const url = { match_type: 'url', action_type: 'url' };
    await makeRules(cms, [
      { url: '/old/', ...url, action_code: 301, action_data: { url: '/there/' } },
      { url: '/short/', ...url, action_code: 302, action_data: { url: 'https://off.example/x' } },
      { url: '/asked/?a=1', ...url, action_code: 303, action_data: { url: '/there/' } },
      { url: '/gone/', match_type: 'url', action_type: 'error', action_code: 410 },
      { url: '/shown-as/', match_type: 'url', action_type: 'pass', action_data: { url: '/there/' } },
      {
        url: '/lost/',
        match_type: 'page',
        action_type: 'url',
        action_code: 301,
        action_data: { page: '404', url: '/there/' },
      },
    ]);
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGTERM');
    await platform?.stop();
    await cms?.stop();
  });

  const asked = async (url: string) => {
    const response = await fetch(url, { redirect: 'manual' });
    const text = await response.text();
    return { said: `${response.status} ${response.headers.get('location') ?? ''}`.trim(), text };
  };

  test('in development they have their own statuses, and a new one counts after some seconds', async () => {
    const dir = await createSite('redirects-dev', '--cms-url', cms.url);
    const url = `http://127.0.0.1:${await freePort()}`;
    const child = spawn(process.execPath, [programOf(dir), 'dev', '-p', new URL(url).port], {
      cwd: dir,
      stdio: 'ignore',
      env: {
        ...process.env,
        NODE_ENV: 'development',
        NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl,
        NEXT_PUBLIC_SITE_URL: url,
        REVALIDATION_SECRET: secrets.revalidation,
        PREVIEW_SECRET: secrets.preview,
        NEXT_TELEMETRY_DISABLED: '1',
      },
    });
    children.push(child);
    const listens = () =>
      fetch(url, { redirect: 'manual' }).then(
        () => true,
        () => false,
      );
    while (!(await listens())) {
      if (child.exitCode !== null) throw new Error(`npm run dev ended with ${child.exitCode}`);
      await sleep(200);
    }
    await expect.poll(async () => (await asked(`${url}/old/`)).said).toBe('301 /there/');
    expect((await asked(`${url}/short/`)).said).toBe('302 https://off.example/x');
    expect((await asked(`${url}/asked/?a=1`)).said).toBe('303 /there/');
    expect((await asked(`${url}/gone/`)).said).toBe('410');
    expect((await asked(`${url}/shown-as/`)).text).toContain('Here it is.');
    expect((await asked(`${url}/lost/`)).said).toBe('301 /there/');
    await makeRules(cms, [
      {
        url: '/later/',
        match_type: 'url',
        action_type: 'url',
        action_code: 308,
        action_data: { url: '/there/' },
      },
    ]);
    await expect.poll(async () => (await asked(`${url}/later/`)).said).toBe('308 /there/');
    child.kill('SIGTERM');
  });

  test('where a platform brings the cache, pages follow them with 307 and 308', async () => {
    const dir = await createSite('redirects-platform', '--cms-url', cms.url);
    platform = await buildAndServe(dir, cms.graphqlUrl, { VERCEL: '1' });
    const said = async (path: string) => (await asked((platform as ServedSite).url + path)).said;
    expect(await said('/old/')).toBe('308 /there/');
    expect(await said('/short/')).toBe('307 https://off.example/x');
    // Nobody would see more than an error behind the question for an address that is not there.
    expect(await said('/lost/')).toBe('404');
    expect(await said('/gone/')).toBe('404');
    expect((await asked(`${platform.url}/shown-as/`)).text).toContain('Here it is.');
    expect(await said('/there/')).toBe('200');
  });
});
