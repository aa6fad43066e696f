/**
 * Counts old pages among first visits after an edit: `npx tsx tests/bench/first-visits.ts [edits [seconds]]`, 50 edits ten seconds apart
 * by default. A real WordPress, edits by REST as the block editor makes them, and a built site. Each page is visited once after
 * each edit, and by nobody in between. Budget: none is old.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSite } from '../site/create';
import { buildAndServe } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { configure, previewSecret, revalidationSecret } from '../wordpress/companion/site';
import { startWordPress, whyNoWordPress } from '../wordpress/server';
import { restOf } from './rest';

const EDITS = Number(process.argv[2] ?? 50);
const SECONDS = Number(process.argv[3] ?? 10);

const reason = whyNoWordPress('newest');
if (reason) throw new Error(reason);
const port = await freePort();
const wordpress = await startWordPress({
  version: 'newest',
  companion: true,
  constants: { DISABLE_WP_CRON: false },
});
const rest = await restOf(wordpress);

/** A page as the visitor who opens it first sees it, redirects not followed. */
interface Expected {
  path: string;
  status?: number;
  has?: string;
  hasNot?: string;
}

const [first, second] = await Promise.all(
  ['bench-one', 'bench-two'].map((slug) => rest('categories', { name: slug, slug })),
);
if (!first || !second) throw new Error('WordPress made no categories');
const archive = ({ slug }: { slug: string }) => `/category/${slug}/`;
const publish = (title: string) =>
  rest('posts', { title, status: 'publish', content: 'Words.', categories: [first.id] });

/** Each makes an edit, and gives what the first visitors of the pages concerned have to see. */
const kinds: Record<string, (title: string) => Promise<Expected[]>> = {
  async title(title) {
    const { id, slug } = await publish(`${title} before`);
    await sleep(SECONDS * 1_000);
    await rest(`posts/${id}`, { title });
    const gone = `${title} before`;
    return [`/${slug}/`, '/', archive(first)].map((path) => ({ path, has: title, hasNot: gone }));
  },
  async publication(title) {
    const { slug } = await publish(title);
    return [`/${slug}/`, '/', archive(first)].map((path) => ({ path, has: title }));
  },
  async address(title) {
    const { id, slug } = await publish(title);
    await sleep(SECONDS * 1_000);
    await rest(`posts/${id}`, { slug: `${slug}-moved` });
    const link = `/${slug}-moved/`;
    return [
      { path: link, has: title },
      { path: `/${slug}/`, status: 308 },
      { path: '/', has: link },
      { path: archive(first), has: link },
    ];
  },
  async category(title) {
    const { id, slug } = await publish(title);
    await sleep(SECONDS * 1_000);
    await rest(`posts/${id}`, { categories: [second.id] });
    return [
      { path: `/${slug}/`, has: archive(second) },
      { path: archive(first), hasNot: title },
      { path: archive(second), has: title },
    ];
  },
  async unpublishing(title) {
    const { id, slug } = await publish(title);
    await sleep(SECONDS * 1_000);
    await rest(`posts/${id}`, { status: 'draft' });
    return [
      { path: `/${slug}/`, status: 404 },
      { path: '/', hasNot: title },
      { path: archive(first), hasNot: title },
    ];
  },
};

const folder = await createSite(
  'first-visits',
  ...['--cms-url', wordpress.url, '--site-url', `http://127.0.0.1:${port}`],
);
const secrets = { REVALIDATION_SECRET: revalidationSecret, PREVIEW_SECRET: previewSecret };
const site = await buildAndServe(folder, wordpress.graphqlUrl, secrets, port);
let visits = 0;
let old = 0;
try {
  await wordpress.php(configure(site.url));
  for (const { slug } of [first, second]) await publish(`In ${slug}`);
  for (let i = 0; i < EDITS; i++) {
    const [kind, edit] = Object.entries(kinds)[i % Object.keys(kinds).length] ?? [];
    if (!kind || !edit) continue;
    // No title is a part of another one.
    const expected = await edit(`Edit ${i} of ${kind}.`);
    await sleep(SECONDS * 1_000);
    for (const { path, status = 200, has = '', hasNot } of expected) {
      const response = await fetch(site.url + path, { redirect: 'manual' });
      const text = await response.text();
      visits += 1;
      if (response.status === status && text.includes(has) && !(hasNot && text.includes(hasNot))) continue;
      old += 1;
      const state = response.headers.get('x-nextjs-cache');
      console.log(`edit ${i} (${kind}): ${path} is old: ${response.status}, ${state}`);
    }
  }
} finally {
  await site.stop();
  await wordpress.stop();
}
console.log(`${old} of ${visits} first visits after ${EDITS} edits saw an old page`);
process.exitCode = old > 0 ? 1 : 0;
