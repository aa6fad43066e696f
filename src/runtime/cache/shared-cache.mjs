/**
 * What several instances of one build share through Redis: pages and data, and what was said of tags. Every wait for
 * it is limited, and an instance goes on alone while it is away.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import v8 from 'node:v8';

/** Milliseconds that a visitor waits for Redis at most. */
const WAIT_MS = 300;
/** After a wait in vain nobody asks for this long. */
const REST_MS = 3_000;
/** Between two lines of the log that say the same. */
const QUIET_MS = 30_000;
/** A page of a build that nobody has asked for this long is forgotten; the build's own copy stays. */
const LIFE_SECONDS = 30 * 86_400;
/** What was said this long before a build is of no use to it, nor to one it may be rolled back to. */
const KEPT_MS = 30 * 86_400_000;
/** Between two looks whether something was missed. What is told arrives at once; this is for what did not. */
const PULSE_MS = 5_000;
/** Every how manieth look reads everything, whatever the number says. */
const FULL_LOOK = 12;
/** Larger entries stay where they were made: they would push hundreds of others out. */
const MAX_ENTRY_BYTES = 4 * 1024 * 1024;

/**
 * @typedef {{ lastModified: number, value: any, cacheControl?: object }} Entry `lastModified` by Redis's clock
 * @typedef {import('./tag-times.mjs').TagTimes} TagTimes
 */

/**
 * @param {{ build: string, builtAt: number, times: TagTimes }} options
 * @returns {SharedCache | undefined} undefined without REDIS_URL, where that is no address (it is never printed), and without
 *   the client
 */
export function openShared(options) {
  const url = process.env.REDIS_URL;
  if (!url) return undefined;
  const redis = loadClient();
  if (!redis) return undefined;
  try {
    return new SharedCache({ url, redis, ...options });
  } catch {
    console.error(
      '[cache] REDIS_URL is no address of a Redis: this instance goes on alone. It has the form ' +
        'redis://user:password@host:6379/0; what is no letter or digit of the password is written as in an URL (%23 for #).',
    );
    return undefined;
  }
}

/**
 * The client is a package of sites with several instances alone. Loaded here and not by an import: this file is part of every
 * site's cache handler.
 * @returns {typeof import('@redis/client') | undefined}
 */
function loadClient() {
  try {
    return createRequire(import.meta.url)('@redis/client');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    console.error(
      '[cache] REDIS_URL is set, and @redis/client is not installed: this instance goes on alone. Fix: npm install @redis/client@6, and build again.',
    );
    return undefined;
  }
}

export class SharedCache {
  #me = randomUUID();
  #restsUntil = 0;
  #spokeAt = 0;
  #isAway = false;
  /** Whether something was said that Redis did not take. */
  #isUntold = false;
  /** How often something had been said in all, when everything was last known to be the same here and there. */
  #version = 0;
  #pulses = 0;

  /**
   * Connects in the background; `ready` says when the first attempt is over.
   * @param {{ url: string, redis: typeof import('@redis/client'), build: string, builtAt: number, times: TagTimes }} options build: entries are shared by
   *   instances of one build only
   */
  constructor({ url, redis, build, builtAt, times }) {
    this.times = times;
    this.builtAt = builtAt;
    // Several sites on one Redis have databases of their own; what is published reaches all of them.
    const site = `site${new URL(url).pathname.replace(/\/$/, '')}`;
    this.tagsKey = `${site}:tags`;
    this.versionKey = `${site}:version`;
    this.entryKey = (/** @type {string} */ key) => `${site}:${build}:${key}`;
    this.client = redis.createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: 10_000,
      socket: { connectTimeout: 1_000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000) },
    });
    this.listener = this.client.duplicate();
    this.bytes = this.client.withTypeMapping({ [redis.RESP_TYPES.BLOB_STRING]: Buffer });
    for (const client of [this.client, this.listener]) client.on('error', (error) => this.#away(error));
    // A connection that came back has missed messages: what was said in between is read as a whole.
    for (const client of [this.client, this.listener])
      client.on('ready', () => this.#agree().catch((error) => this.#away(error)));
    this.ready = limited(this.#connect(), undefined);
    setInterval(() => this.#pulse(), PULSE_MS).unref();
  }

  async #connect() {
    try {
      await this.listener.connect();
      // Heard first, read afterwards: nothing is said between the two.
      await this.listener.subscribe(this.tagsKey, (message) => this.#hear(message));
      await this.client.connect();
      await this.#agree();
    } catch (error) {
      this.#away(error);
    }
  }

  /**
   * @param {string} key
   * @returns {Promise<Entry | null>} null too while Redis is away; `lastModified` by our clock
   */
  async read(key) {
    const raw = await this.#ask(() => this.bytes.get(this.entryKey(key)), null);
    if (!raw) return null;
    try {
      const entry = v8.deserialize(/** @type {Buffer} */ (/** @type {unknown} */ (raw)));
      return { ...entry, lastModified: entry.lastModified - this.times.ahead };
    } catch {
      return null;
    }
  }

  /**
   * @param {string} key
   * @param {Entry} entry `lastModified` by our clock
   */
  async write(key, entry) {
    if (!this.#isThere()) return;
    const bytes = v8.serialize({ ...entry, lastModified: entry.lastModified + this.times.ahead });
    if (bytes.length > MAX_ENTRY_BYTES) {
      this.#say(`an entry of ${Math.round(bytes.length / 1024 / 1024)} MB stays on this instance: ${key}`);
      return;
    }
    await this.#ask(() => this.client.set(this.entryKey(key), bytes, { EX: LIFE_SECONDS }), null);
  }

  /**
   * Tells the others. What Redis does not take now it gets with the next pulse. Never left out to spare a visitor's time:
   * nobody waits for it but the CMS.
   * @param {import('./tag-times.mjs').Said} said
   * @returns {Promise<boolean>} whether Redis has it
   */
  async tell(said) {
    if (!this.client.isReady) {
      this.#isUntold = true;
      return false;
    }
    const told = this.#publish(said).then(() => true);
    return limited(told, false, (error) => {
      this.#isUntold = true;
      this.#away(error);
    });
  }

  /**
   * Published first: a Redis that is full takes no more keys, and still hands messages on.
   * @param {import('./tag-times.mjs').Said} said
   */
  async #publish(said) {
    const fields = Object.fromEntries(Object.entries(said).map(([tag, times]) => [tag, times.join(' ')]));
    const [, stored] = await Promise.all([
      this.client.publish(this.tagsKey, JSON.stringify([this.#me, said])),
      this.client.multi().hSet(this.tagsKey, fields).incr(this.versionKey).exec(),
    ]);
    this.#count(Number(stored[1]));
  }

  /**
   * One more that we know of; any other number means that something was missed.
   * @param {number} version
   */
  #count(version) {
    if (version === this.#version + 1) this.#version = version;
  }

  /** @param {string} message */
  #hear(message) {
    const [from, said] = JSON.parse(message);
    if (from === this.#me) return;
    this.times.learn(said);
    // Told and stored are two commands: a pulse in between would only look once more.
    this.#version += 1;
  }

  /** Looks whether everything that was said has arrived, here and there, and what time Redis has. */
  async #pulse() {
    if (!this.client.isReady) return;
    const known = await limited(
      Promise.all([this.client.get(this.versionKey), clockAhead(this.client)]),
      null,
    );
    if (!known) return;
    const [version, ahead] = known;
    this.times.ahead = ahead;
    this.#pulses += 1;
    // An empty Redis has no number. What a full one did not store was heard without being counted: now and then all is read.
    const isSame = version !== null && Number(version) === this.#version && !this.#isUntold;
    if (isSame && this.#pulses % FULL_LOOK !== 0) return;
    await this.#agree().catch((error) => this.#away(error));
  }

  /** Learns what was missed, tells what Redis does not know, and forgets what concerns no build any more. */
  async #agree() {
    if (!this.client.isReady) return;
    this.times.ahead = await clockAhead(this.client);
    // Before the tags: what is said in between makes the number differ, and is looked at once more.
    const version = Number(await this.client.get(this.versionKey));
    const theirs = await this.client.hGetAll(this.tagsKey);
    /** @type {import('./tag-times.mjs').Said} */
    const said = {};
    const old = [];
    for (const [tag, text] of Object.entries(theirs)) {
      const [soft = 0, hard = 0] = text.split(' ').map(Number);
      if (Math.max(soft, hard) < this.builtAt - KEPT_MS) old.push(tag);
      else said[tag] = [soft, hard];
    }
    const learned = this.times.learn(said);
    const mine = Object.entries(this.times.all()).filter(([tag, [soft, hard]]) => {
      const [theirSoft, theirHard] = said[tag] ?? [0, 0];
      return soft > theirSoft || hard > theirHard;
    });
    this.#version = version;
    // Also where nothing is to be told: the number says that Redis has been asked since it was emptied.
    if (mine.length > 0) await this.#publish(Object.fromEntries(mine));
    else if (version === 0) this.#count(await this.client.incr(this.versionKey));
    this.#isUntold = false;
    if (old.length > 0) await this.client.hDel(this.tagsKey, old);
    this.#restsUntil = 0;
    if (this.#isAway)
      console.log(`[cache] Redis is back; ${learned} tags had changed elsewhere, ${mine.length} here`);
    this.#isAway = false;
  }

  #isThere() {
    return this.client.isReady && Date.now() >= this.#restsUntil;
  }

  /**
   * @template T
   * @param {() => Promise<T>} question
   * @param {T} otherwise
   * @returns {Promise<T>}
   */
  async #ask(question, otherwise) {
    if (!this.#isThere()) return otherwise;
    return limited(question(), otherwise, (error) => {
      this.#restsUntil = Date.now() + REST_MS;
      this.#away(error);
    });
  }

  /** @param {any} error */
  #away(error) {
    this.#isAway = true;
    this.#say(`Redis does not answer (${error.code ?? error.message}): this instance goes on alone`);
  }

  /** @param {string} line */
  #say(line) {
    if (Date.now() - this.#spokeAt < QUIET_MS) return;
    this.#spokeAt = Date.now();
    console.error(`[cache] ${line}`);
  }
}

/**
 * Entries are stamped by one clock, Redis's: those of the instances may differ by more than a page takes to be made.
 * @param {{ sendCommand: (command: string[]) => Promise<unknown> }} client
 * @returns {Promise<number>} milliseconds
 */
async function clockAhead(client) {
  const sent = Date.now();
  const [seconds, micros] = /** @type {[string, string]} */ (await client.sendCommand(['TIME']));
  const theirs = Number(seconds) * 1000 + Number(micros) / 1000;
  return Math.round(theirs - (sent + Date.now()) / 2);
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {T} otherwise when it fails, or takes longer than WAIT_MS
 * @param {(error: Error) => void} [failed]
 * @returns {Promise<T>}
 */
function limited(promise, otherwise, failed = () => {}) {
  /** @type {NodeJS.Timeout} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${WAIT_MS} ms`)), WAIT_MS);
  });
  return Promise.race([promise, late])
    .catch((error) => {
      failed(error);
      return otherwise;
    })
    .finally(() => clearTimeout(timer));
}
