/**
 * Prints how long it takes from a save in the block editor until a visitor of the site sees it, on an idle machine:
 * `npx tsx tests/bench/publish-to-visible.ts [rounds [php|fpm]]`. A real save (REST, application password), a real WordPress on
 * MariaDB, on PHP's own server and on PHP-FPM, and a built site; nobody visits WordPress. Budget at the 95th percentile: 2 s for
 * one save, 5 s for the last of several in a row.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSite } from '../site/create';
import { buildAndServe, type ServedSite, startSite } from '../site/support/site-server';
import { freePort } from '../support/free-port';
import { applicationPassword } from '../wordpress/companion/session';
import { configure, previewSecret, revalidationSecret } from '../wordpress/companion/site';
import { startWordPress, type WordPress, whyNoFpm, whyNoMariadb, whyNoWordPress } from '../wordpress/server';

const ROUNDS = Number(process.argv[2] ?? 20);
/** Milliseconds, at the 95th percentile. */
const ONE = 2_000;
const LAST = 5_000;
/** Between two visits of somebody who waits for the change. */
const VISIT = 50;
/** After which it counts as never. */
const PATIENCE = 90_000;
const misses: string[] = [];

const reason = whyNoWordPress() ?? whyNoMariadb();
if (reason) throw new Error(reason);
const env = { REVALIDATION_SECRET: revalidationSecret, PREVIEW_SECRET: previewSecret };
const ports = { wordpress: await freePort(), site: await freePort() };
let folder = '';
for (const server of ['php', 'fpm'] as const) {
  if (process.argv[3] && process.argv[3] !== server) continue;
  const why = server === 'fpm' ? whyNoFpm() : null;
  console.log(`\n${server === 'php' ? 'php -S' : 'nginx and PHP-FPM'}${why ? `: left out, ${why}` : ''}`);
  if (!why) await measure(server);
}
if (misses.length > 0) {
  console.error(`\nBudget missed: ${misses.join(', ')}`);
  process.exitCode = 1;
}

async function measure(server: 'php' | 'fpm'): Promise<void> {
  const wordpress = await startWordPress({
    server,
    port: ports.wordpress,
    companion: true,
    database: 'mariadb',
    constants: { DISABLE_WP_CRON: false, WP_DEBUG: false },
  });
  let site: ServedSite | undefined;
  try {
    site = await serve(wordpress);
    await wordpress.php(configure(site.url));
    const { save, create } = await editor(wordpress);
    const { slug, id } = await create('Measured at first');
    console.log(
      `WordPress ${wordpress.versions.wordpress}, MariaDB, ${ROUNDS} rounds; ms from the save until a visitor sees it`,
    );
    await line(
      server,
      'one save',
      ONE,
      async (title) => {
        const began = performance.now();
        await save(id, title);
        return { began, slug };
      },
      site,
    );
    await line(
      server,
      'a new post',
      ONE,
      async (title) => {
        const began = performance.now();
        return { began, ...(await create(title)) };
      },
      site,
    );
    for (const number of [3, 10]) {
      await line(
        server,
        `the last of ${number}`,
        LAST,
        async (title) => {
          for (let i = 1; i < number; i++) await save(id, `${title}, not yet ${i}`);
          const began = performance.now();
          await save(id, title);
          return { began, slug };
        },
        site,
      );
    }
    if (wordpress.phpErrors()) console.log(`PHP complained:\n${wordpress.phpErrors()}`);
  } finally {
    await site?.stop();
    await wordpress.stop();
  }
}

/** Both servers answer at the same address, so that one build is enough. */
async function serve(wordpress: WordPress): Promise<ServedSite> {
  if (folder) return startSite(folder, wordpress.graphqlUrl, env, ports.site);
  const address = `http://127.0.0.1:${ports.site}`;
  folder = await createSite('publish-to-visible', '--cms-url', wordpress.url, '--site-url', address);
  return buildAndServe(folder, wordpress.graphqlUrl, env, ports.site);
}

async function line(
  server: string,
  name: string,
  budget: number,
  act: (title: string) => Promise<{ began: number; slug: string }>,
  site: ServedSite,
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const title = `${name} ${round} at ${Date.now()}`;
    const { began, slug } = await act(title);
    times.push(await untilVisible(site, slug, title, began));
    // An editor reads what they have saved; whatever is still under way ends.
    await sleep(500 + Math.random() * 2_000);
  }
  const at = (share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  const verdict = at(0.95) > budget ? 'MISSED' : 'ok';
  if (verdict === 'MISSED') misses.push(`${server}, ${name}`);
  const figures = [0.5, 0.95, 1].map((share) => Math.round(at(share))).join(' / ');
  console.log(`${name.padEnd(15)} median / 95 % / slowest ${figures.padStart(22)}  of ${budget}  ${verdict}`);
}

async function untilVisible(site: ServedSite, slug: string, title: string, began: number): Promise<number> {
  while (performance.now() - began < PATIENCE) {
    const response = await fetch(`${site.url}/${slug}`);
    if ((await response.text()).includes(title)) return performance.now() - began;
    await sleep(VISIT);
  }
  return Number.POSITIVE_INFINITY;
}

async function editor(wordpress: WordPress) {
  const authorization = await applicationPassword(wordpress);
  const post = async (at: string, body: object) => {
    const response = await fetch(`${wordpress.url}/wp-json/wp/v2/posts${at}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as { id: number; slug: string };
  };
  return {
    save: (id: number, title: string) => post(`/${id}`, { title }),
    create: (title: string) => post('', { title, status: 'publish', content: 'Words.' }),
  };
}
