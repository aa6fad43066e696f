/**
 * Prints what the companion plugin costs a save in the block editor, while the site answers at once, late, and not at all:
 * `npx tsx tests/bench/wordpress-save.ts [saves [php|fpm]]`. A real save (REST, application password) on MariaDB, on PHP's own server
 * and on PHP-FPM; two WordPresses, one with the plugin, take turns. Budget: 5 ms of the median, in every state; `unsure` where
 * the machine was too busy to say.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, type Receiver, startReceiver } from '../wordpress/companion/receiver';
import { configure, revalidationSecret } from '../wordpress/companion/site';
import { startWordPress, type WordPress, whyNoFpm, whyNoMariadb, whyNoWordPress } from '../wordpress/server';

const SAVES = Number(process.argv[2] ?? 30);
const BUDGET = 5;
/** Not counted: compiled files and caches are to be there. */
const WARM_UP = 5;
/** An editor does not save at once again; deliveries in the background need the time, too. */
const PAUSE = 500;
const slow = 4000;
const states: Record<string, Behaviour | 'down'> = {
  fast: {},
  [`slow (${slow} ms)`]: { delayMs: slow },
  down: 'down',
};
const misses: string[] = [];

const reason = whyNoWordPress() ?? whyNoMariadb();
if (reason) throw new Error(reason);
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
  const options = {
    database: 'mariadb',
    server,
    constants: { DISABLE_WP_CRON: false, WP_DEBUG: false },
  } as const;
  const receiver = await startReceiver({ secret: revalidationSecret });
  const off = await startWordPress(options);
  const on = await startWordPress({ ...options, companion: true });
  try {
    await on.php(configure(receiver.url));
    const { wordpress, php } = on.versions;
    console.log(
      `WordPress ${wordpress}, PHP ${php}, MariaDB, 200 posts; least / median / 90 % of ${SAVES} saves, in ms`,
    );
    console.log(
      `${'the site is'.padEnd(15)}${'off'.padStart(22)}${'on'.padStart(22)}${'cost'.padStart(14)}          requests`,
    );
    const savers = { off: await saver(off), on: await saver(on) };
    for (const [name, behaviour] of Object.entries(states)) {
      if (behaviour === 'down') await receiver.refuse();
      else receiver.behave(behaviour);
      await line(`${server}, ${name}`, name, savers, { off, on }, receiver);
    }
    await receiver.listen();
    receiver.behave({});
    // Attempts that failed are repeated later and later.
    await on.moveClock(86_400);
    await on.cron('companion_');
    console.log(
      `after it was back and WP-Cron ran: ${receiver.requests.length} requests, ${[...receiver.paths()].length} paths`,
    );
    if (on.phpErrors()) console.log(`PHP complained:\n${on.phpErrors()}`);
  } finally {
    await Promise.all([on.stop(), off.stop(), receiver.stop()]);
  }
}

type Pair<T> = { off: T; on: T };
type Saver = (number: number) => Promise<number>;

async function line(
  name: string,
  state: string,
  savers: Pair<Saver>,
  wordpresses: Pair<WordPress>,
  receiver: Receiver,
) {
  receiver.clear();
  const times = { off: [] as number[], on: [] as number[] };
  for (let number = -WARM_UP; number < SAVES; number++) {
    // In turns, so that whatever else the machine does meets both alike.
    for (const which of number % 2 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
      // Frequent saves would be delivered once a minute. Each save is to be one of an editor's, which is delivered at once.
      await wordpresses[which].php("delete_option( 'companion_pace' );");
      const ms = await savers[which](number);
      if (number >= 0) times[which].push(ms);
      await sleep(PAUSE);
    }
  }
  const cost = at(0.5, times.on) - at(0.5, times.off);
  const doubt = doubtOf(times.off, times.on);
  if (cost - doubt > BUDGET) misses.push(name);
  const verdict = cost - doubt > BUDGET ? 'MISSED' : cost + doubt > BUDGET ? 'unsure' : 'ok';
  const figures = (all: number[]) =>
    [0, 0.5, 0.9]
      .map((share) => at(share, all).toFixed(1))
      .join(' / ')
      .padStart(22);
  console.log(
    `${state.padEnd(15)}${figures(times.off)}${figures(times.on)}${`${cost.toFixed(1)} ± ${doubt.toFixed(1)}`.padStart(14)}  ${verdict.padEnd(6)}  ${receiver.requests.length}`,
  );
  receiver.clear();
}

/** @returns a function that saves a post as the block editor does, and says how long that took in ms */
async function saver(wordpress: WordPress): Promise<Saver> {
  const { id, password } = await wordpress.php<{ id: number; password: string }>(`
    $post = wp_insert_post( [ 'post_title' => 'Measured', 'post_name' => 'measured', 'post_status' => 'publish' ] );
    $made = WP_Application_Passwords::create_new_application_password( 1, [ 'name' => 'bench' ] );
    echo json_encode( [ 'id' => $post, 'password' => $made[0] ] );`);
  const login = Buffer.from(`${wordpress.administrator.name}:${password}`).toString('base64');
  const headers = { 'Content-Type': 'application/json', Authorization: `Basic ${login}` };
  const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->\n\n`;
  return async (number) => {
    const content =
      paragraph(`Save ${number} at ${Date.now()}`) + paragraph('Some words. '.repeat(40)).repeat(5);
    const before = performance.now();
    const answer = await fetch(`${wordpress.url}/wp-json/wp/v2/posts/${id}?_locale=user`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id, content }),
    });
    const text = await answer.text();
    const ms = performance.now() - before;
    if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 500)}`);
    return ms;
  };
}

/** @returns how far the difference of the medians may be off, 9 times of 10: what it is in samples drawn from the samples */
function doubtOf(off: number[], on: number[]): number {
  const draw = (all: number[]) => all.map(() => all[Math.floor(Math.random() * all.length)] ?? 0);
  const costs = Array.from({ length: 1000 }, () => at(0.5, draw(on)) - at(0.5, draw(off)));
  return (at(0.95, costs) - at(0.05, costs)) / 2;
}

/** @param share 0.5 is the median */
function at(share: number, all: number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? Number.NaN;
}
