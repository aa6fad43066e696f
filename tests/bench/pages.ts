/**
 * Pages for visitors, ours beside a bare Next app with the same texts and next-wp (`peers.ts`): the weight of pages, how many a server
 * answers, the first paint on a slow phone, the time to the next page and to a search result.
 * Ends with 2 when a goal is missed. Usage: NEXT_WP_DIR=<folder> npx tsx tests/bench/pages.ts [rounds] [seconds of a round of requests]
 */
import { launchChromium } from '../site/chromium';
import { comparePaint, followLink, search } from './paint';
import { withPeers, withWordPress } from './peers';
import { compareRequests } from './requests';
import { weigh } from './weight';

const [rounds = 7, seconds = 3] = process.argv.slice(2).map(Number);

await withWordPress((wordpress, scratch) =>
  withPeers(wordpress, scratch, async (places, site) => {
    await compareRequests(places, rounds, seconds);
    const browser = await launchChromium();
    try {
      await weigh(browser, places, site, wordpress);
      await comparePaint(browser, places, rounds);
      await search(browser, places.ours.home, rounds);
    } finally {
      await browser.close();
    }
    await followLink(places.ours.home, rounds);
  }),
);
