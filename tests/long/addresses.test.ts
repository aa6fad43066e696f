import { afterAll, beforeAll, describe } from 'vitest';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/serve';
import { type Permalinks, startWordPress, whyNoWordPress } from '../wordpress/server';
import { type Running, recommended, testAddresses } from '../wordpress/site/addresses';

/**
 * Every address of a WordPress that was not made for the site, in every permalink structure; the usual `/%postname%/` is that
 * of every other test, too.
 */
const structures: Permalinks[] = [
  '/%category%/%postname%/',
  '/%postname%/',
  '/blog/%postname%/',
  '/%year%/%monthnum%/%postname%/',
];

const reason = whyNoWordPress();

describe.skipIf(reason).each(structures)(
  `a real WordPress with %s${reason ? ` (${reason})` : ''}`,
  (permalinks) => {
    let running: Running | undefined;
    beforeAll(async () => {
      const cms = await startWordPress({ permalinks });
      const inventory = await cms.inventory();
      const flags = ['--cms-url', cms.url, '--custom', 'project=isr:120'];
      const dir = await createSite(`wordpress-${structures.indexOf(permalinks)}`, ...flags);
      await cms.clearLog();
      running = { cms, inventory, site: await buildAndServe(dir, cms.graphqlUrl) };
    });
    afterAll(async () => {
      await running?.site.stop();
      await running?.cms.stop();
    });

    testAddresses(() => running as Running, {
      ...recommended,
      project: /^s-maxage=60, stale-while-revalidate=/,
    });
  },
);
