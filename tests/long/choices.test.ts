import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../site/create';
import { buildSite, type ServedSite, startSite } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { startWordPress, type WordPress, whyNoWordPress } from '../wordpress/server';

const reason = whyNoWordPress('newest');
const file = (name: string) => fileURLToPath(new URL(`../choices/${name}`, import.meta.url));

/** Choices that the site does not keep as WordPress shows them, by width, with the reason. A choice that is kept one day leaves this list. */
const notKept: Record<string, Record<number, string>> = {
  'the styles of the whole site are this theme’s, and not those of WordPress’s theme': {
    1360: 'g07 g08 g09 g10 g11 g12 g13 g14 g18 g19 g20 t07',
    390: 'g07 g08 g09 g10 g11 g12 g13 g14 g18 g20 t07',
  },
  'it arrives, in the measures of this theme: its wide width, its sizes, its space between': {
    1360: 'c09 f20 f21 i19 i33 k08 k12 k14 k21 k29 l01 l05 l08 l12 l14 l20 l22 q11 t11 t15 t18 u01 u02',
    390: 'k08 k12 l08 l12 l14 l20 l22 q11 t15 t18 u01 u02',
  },
  'on a phone this theme puts things below one another': { 1360: '', 390: 'i30 l04 l05 l18' },
  'no style attribute can say it: the pointer, the width of the window, a filter, a style sheet of its own': {
    1360: 'b23 c05 k05 q17 t20 u10',
    390: 'b23 b24 c05 k05 l26 q17 t20 t23 u10',
  },
  'nothing leaves its place': { 1360: 'l15', 390: 'l15' },
  'a visitor has controls, and loads a file when it is played': { 1360: 'f18 f19', 390: 'f18 f19' },
  'no script runs: a dropdown is a folded list, and a query loop has no second page at its own address': {
    1360: 'q18 q24',
    390: 'q18 q24',
  },
  'the block is not shown as WordPress does, or not at all': {
    1360: 'f04 f06 f08 f11 f12 f14 f16 f24 f25 i05 u22 u23 u24 u26',
    390: 'f04 f06 f08 f11 f12 f14 f16 f24 f25 i05 u22 u23 u24 u26',
  },
};

describe.skipIf(reason)(`choices of editors${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let site: ServedSite;
  beforeAll(async () => {
    const port = await freePort();
    wordpress = await startWordPress({ version: 'newest', companion: true, content: 'empty' });
    await wordpress.php(`
      require_once ABSPATH . 'wp-admin/includes/media.php';
      switch_theme( 'twentytwentyfive' );
      $args = [ '${file('choices.json')}' ];
      ob_start(); require '${file('seed.php')}'; ob_end_clean();`);
    const folder = await createSite(
      'choices',
      ...['--cms-url', wordpress.url, '--site-url', `http://127.0.0.1:${port}`],
    );
    await buildSite(folder, wordpress.graphqlUrl);
    site = await startSite(folder, wordpress.graphqlUrl, {}, port);
  });
  afterAll(async () => {
    await site?.stop();
    await wordpress?.stop();
  });

  test.each([1360, 390])('at %i pixels all are kept but those that are named', async (width) => {
    const { stdout } = await execa(process.execPath, [file('compare.mjs'), site.url, '--width', `${width}`], {
      reject: false,
    });
    const found = [...stdout.matchAll(/^(?:lost|wrong) +(\w+) /gm)].map(([, id]) => id);
    const named = Object.values(notKept).flatMap((ids) => ids[width]?.split(' ').filter(Boolean) ?? []);
    expect(stdout).toMatch(/^all +\d+/m);
    expect(found.sort()).toEqual(named.sort());
  });
});
