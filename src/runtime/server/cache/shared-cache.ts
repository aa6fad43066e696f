/**
 * The part of the cache that instances of one build share through Redis: pages, data and the times of tags. Every wait for
 * it is limited, and an instance goes on alone while it is away.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import v8 from 'node:v8';
import { Instances, LEASE_MS } from './instances.ts';
import { beforeEnd, clockAhead, limited, loadClient } from './redis.ts';
import type { Said, TagTimes } from './tag-times.ts';
import type { Entry, Redis, RedisClient } from './types.ts';

/** Milliseconds for which the CMS waits at most until the other instances say that they have heard. */
const HEARD_MS = 2_000;
/** Between two looks whether they have. */
const HEARD_LOOK_MS = 10;
/** After a wait in vain nobody asks for this long. */
const REST_MS = 3_000;
/** Between two lines of the log that say the same. */
const QUIET_MS = 30_000;
/** A page of a build that nobody has asked for this long is forgotten; the build's own copy stays. */
const LIFE_SECONDS = 30 * 86_400;
/** Changes this long before a build are of no use to it, nor to one that it may be rolled back to. */
const KEPT_MS = 30 * 86_400_000;
/** Between two looks whether something was missed. Messages arrive at once; this is for those that did not. */
const PULSE_MS = 5_000;
/** Without touch for so long an instance asks the CMS itself. By the end of its lease, when nobody waits for it any more, it has. */
const ALONE_MS = LEASE_MS / 2;
/** Every how manieth look reads everything, whatever the number says. */
const FULL_LOOK = 12;
/** Larger entries stay where they were made: they would push hundreds of others out. */
const MAX_ENTRY_BYTES = 4 * 1024 * 1024;

interface Options {
  /** Entries are shared by instances of one build only. */
  build: string;
  /** Milliseconds since 1970. */
  builtAt: number;
  times: TagTimes;
}

/**
 * @returns undefined without REDIS_URL, and where that is no address (it is never printed)
 * @throws {Error} without the client; a server has ended by then (`build/start-server.ts`)
 */
export function openShared(options: Options): SharedCache | undefined {
  const url = process.env.REDIS_URL;
  if (!url) return undefined;
  const redis = loadClient();
  try {
    return new SharedCache({ url, redis, ...options });
  } catch {
    console.error(
      '[cache] REDIS_URL is not a Redis URL; continuing without it. It has the form ' +
        'redis://user:password@host:6379/0; what is no letter or digit of the password is written as in an URL (%23 for #).',
    );
    return undefined;
  }
}

export class SharedCache {
  #me = randomUUID();
  /** These three by performance.now(). */
  #restsUntil = 0;
  #spokeAt = Number.NEGATIVE_INFINITY;
  /** The others knew then that we are there. */
  #inTouchAt = performance.now();
  #isAway = false;
  #isLeaving = false;
  /** Whether something was said that Redis did not take. */
  #isUntold = false;
  /** How often something had been said in all, when everything was last known to be the same here and there. */
  #version = 0;
  #pulses = 0;
  /** Instances that have heard what we tell, by the id of the message. */
  readonly #heard = new Map<string, Set<string>>();
  /** Called with each pulse while they do not: what they are told does not arrive, and soon nobody waits for us. */
  onAlone: () => void = () => {};
  readonly times: TagTimes;
  readonly builtAt: number;
  readonly tagsKey: string;
  readonly versionKey: string;
  readonly heardKey: string;
  readonly entryKey: (key: string) => string;
  readonly client: RedisClient;
  readonly listener: RedisClient;
  readonly instances: Instances;
  /** The same connection, which answers bytes. */
  readonly bytes: { get: (key: string) => Promise<Buffer | null> };
  readonly ready: Promise<void>;

  /** Connects in the background; `ready` says when the first attempt is over. */
  constructor({ url, redis, build, builtAt, times }: Options & { url: string; redis: Redis }) {
    this.times = times;
    this.builtAt = builtAt;
    // Several sites on one Redis have databases of their own; what is published reaches all of them.
    const site = `site${new URL(url).pathname.replace(/\/$/, '')}`;
    this.tagsKey = `${site}:tags`;
    this.versionKey = `${site}:version`;
    this.heardKey = `${site}:heard`;
    this.entryKey = (key) => `${site}:${build}:${key}`;
    this.client = redis.createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: 10_000,
      socket: { connectTimeout: 1_000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000) },
    });
    this.listener = this.client.duplicate();
    this.instances = new Instances(this.client, `${site}:instances`, this.#me);
    beforeEnd(() => {
      this.#isLeaving = true;
      return limited(this.instances.leave(), undefined);
    });
    this.bytes = this.client.withTypeMapping({ [redis.RESP_TYPES.BLOB_STRING]: Buffer });
    for (const client of [this.client, this.listener]) client.on('error', (error) => this.#away(error));
    // A connection that came back has missed messages: what was said in between is read as a whole.
    for (const client of [this.client, this.listener])
      client.on('ready', () => this.#agree().catch((error) => this.#away(error)));
    this.ready = limited(this.#connect(), undefined);
    setInterval(() => this.#pulse(), PULSE_MS).unref();
  }

  async #connect(): Promise<void> {
    try {
      await this.listener.connect();
      // Heard first, read afterwards: nothing is said between the two.
      await this.listener.subscribe(this.tagsKey, (message) => this.#hear(message));
      await this.listener.subscribe(this.heardKey, (message) => {
        const [id, name] = JSON.parse(message);
        this.#heard.get(id)?.add(name);
      });
      await this.client.connect();
      await this.#agree();
      await this.#giveSign();
    } catch (error) {
      this.#away(error);
    }
  }

  /** @returns null too while Redis is away; `lastModified` by our clock */
  async read(key: string): Promise<Entry | null> {
    const raw = await this.#answerOr(() => this.bytes.get(this.entryKey(key)), null);
    if (!raw) return null;
    try {
      const entry = v8.deserialize(raw) as Entry;
      return { ...entry, lastModified: entry.lastModified - this.times.ahead };
    } catch {
      return null;
    }
  }

  /** @param entry `lastModified` by our clock */
  async write(key: string, entry: Entry): Promise<void> {
    if (!this.#isThere()) return;
    const bytes = v8.serialize({ ...entry, lastModified: entry.lastModified + this.times.ahead });
    if (bytes.length > MAX_ENTRY_BYTES) {
      this.#say(`an entry of ${Math.round(bytes.length / 1024 / 1024)} MB stays on this instance: ${key}`);
      return;
    }
    await this.#answerOr(() => this.client.set(this.entryKey(key), bytes, { EX: LIFE_SECONDS }), null);
  }

  async remove(key: string): Promise<void> {
    await this.#answerOr(() => this.client.del(this.entryKey(key)), null);
  }

  /**
   * Tells the others. A change that Redis does not take now goes with the next pulse. Never left out to spare a visitor's time:
   * nobody waits for it but the CMS.
   * @returns whether all instances know
   */
  async tell(said: Said): Promise<boolean> {
    if (!this.client.isReady) {
      this.#isUntold = true;
      return false;
    }
    const id = randomUUID();
    const heard = new Set<string>();
    this.#heard.set(id, heard);
    const published = async () => {
      await this.#publish(said, id);
      return this.instances.others(this.#now);
    };
    const others = await limited(published(), null, (error) => {
      this.#isUntold = true;
      this.#away(error);
    });
    // Asked, not concluded from connections or signs: a broken network keeps connections open that nobody reads.
    const haveHeard = () => others?.every((name) => heard.has(name)) ?? false;
    const end = performance.now() + HEARD_MS;
    while (others && !haveHeard() && performance.now() < end) await sleep(HEARD_LOOK_MS);
    this.#heard.delete(id);
    return haveHeard();
  }

  /**
   * Published first: a Redis that is full takes no more keys, and still hands messages on.
   * @param id where it is to be answered
   */
  async #publish(said: Said, id?: string): Promise<void> {
    const fields = Object.fromEntries(Object.entries(said).map(([tag, times]) => [tag, times.join(' ')]));
    const [, stored] = await Promise.all([
      this.client.publish(this.tagsKey, JSON.stringify([this.#me, said, id])),
      this.client.multi().hSet(this.tagsKey, fields).incr(this.versionKey).exec(),
    ]);
    this.#count(Number(stored[1]));
  }

  /** By the clock that all instances go by, in milliseconds since 1970. */
  get #now(): number {
    return Date.now() + this.times.ahead;
  }

  /** An instance that cannot listen gives none: it learns from the pulse what it was told, and nobody waits for it. */
  async #giveSign(): Promise<void> {
    if (!this.client.isReady || !this.listener.isReady || this.#isLeaving) return;
    await this.instances.giveSign(this.#now);
    this.#inTouchAt = performance.now();
  }

  /** One more that we know of; any other number means that something was missed. */
  #count(version: number): void {
    if (version === this.#version + 1) this.#version = version;
  }

  #hear(message: string): void {
    const [from, said, id] = JSON.parse(message);
    if (from === this.#me) return;
    this.times.learn(said);
    // Told and stored are two commands: a pulse in between would only look once more.
    this.#version += 1;
    if (id) void limited(this.client.publish(this.heardKey, JSON.stringify([id, this.#me])), undefined);
  }

  /** Looks whether everything that was said has arrived, here and there, and what time Redis has. */
  async #pulse(): Promise<void> {
    const look = () => Promise.all([this.client.get(this.versionKey), clockAhead(this.client)]);
    const known = this.client.isReady ? await limited(look(), null) : null;
    // Our clock may have been set since: a sign by another time than Redis's would keep others waiting for us.
    if (known) this.times.ahead = known[1];
    await limited(this.#giveSign(), undefined);
    if (performance.now() - this.#inTouchAt > ALONE_MS) this.onAlone();
    if (!known) return;
    const [version] = known;
    this.#pulses += 1;
    // An empty Redis has no number. A full one publishes what it did not store, uncounted: now and then all is read.
    const isSame = version !== null && Number(version) === this.#version && !this.#isUntold;
    if (isSame && this.#pulses % FULL_LOOK !== 0) return;
    await this.#agree().catch((error) => this.#away(error));
  }

  /** Learns what was missed, tells what Redis does not know, and forgets what concerns no build any more. */
  async #agree(): Promise<void> {
    if (!this.client.isReady) return;
    this.times.ahead = await clockAhead(this.client);
    // Before the tags: what is said in between makes the number differ, and is looked at once more.
    const version = Number(await this.client.get(this.versionKey));
    const theirs = await this.client.hGetAll(this.tagsKey);
    const said: Said = {};
    const old: string[] = [];
    for (const [tag, text] of Object.entries(theirs)) {
      const [stale = 0, expired = 0] = text.split(' ').map(Number);
      if (Math.max(stale, expired) < this.builtAt - KEPT_MS) old.push(tag);
      else said[tag] = [stale, expired];
    }
    const learned = this.times.learn(said);
    const mine = Object.entries(this.times.all()).filter(([tag, [stale, expired]]) => {
      const [theirStale, theirExpired] = said[tag] ?? [0, 0];
      return stale > theirStale || expired > theirExpired;
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

  #isThere(): boolean {
    return this.client.isReady && performance.now() >= this.#restsUntil;
  }

  async #answerOr<T>(question: () => Promise<T>, otherwise: T): Promise<T> {
    if (!this.#isThere()) return otherwise;
    return limited(question(), otherwise, (error) => {
      this.#restsUntil = performance.now() + REST_MS;
      this.#away(error);
    });
  }

  #away(cause: unknown): void {
    const error = cause as NodeJS.ErrnoException;
    this.#isAway = true;
    this.#say(`Redis is unreachable (${error.code ?? error.message}); continuing without it`);
  }

  #say(line: string): void {
    if (performance.now() - this.#spokeAt < QUIET_MS) return;
    this.#spokeAt = performance.now();
    console.error(`[cache] ${line}`);
  }
}
