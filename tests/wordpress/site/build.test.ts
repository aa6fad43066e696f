import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedSite, secrets } from '../../../templates/site/tests/support/site-server';
import { createSite } from '../../site/create';
import { buildAndServe } from '../../site/serve';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';

const reason = whyNoWordPress();

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
