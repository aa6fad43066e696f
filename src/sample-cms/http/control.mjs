import { toFailure } from './failure.mjs';

/** @import { Store } from '../store.mjs' */
/** @import { Failure } from './failure.mjs' */
/** @import { IncomingMessage } from 'node:http' */

/**
 * @typedef {{ delayMs: number, failure: Failure }} State
 * @typedef {{ id?: number | string, slug?: string, path?: string, type?: string }} Which
 */

/**
 * State that tests and demos change while the server runs. The HTTP endpoints below and the programmatic
 * interface are the same functions.
 *
 * @param {Store} store
 * @param {ReturnType<typeof import('./log.mjs').requestLog>} log
 * @param {State} initial
 * @param {(nonce: string) => string | null} prove  see proof.mjs
 */
export function createControl(store, log, initial, prove) {
  /** @type {State} */
  const state = { ...initial };
  return {
    state,

    /** @param {{ delayMs?: number, failure?: unknown, posts?: number, reset?: boolean }} change */
    set(change) {
      if (change.reset) {
        Object.assign(state, initial);
        store.reset();
      }
      if (change.failure !== undefined) state.failure = toFailure(change.failure);
      if (change.delayMs !== undefined) state.delayMs = Number(change.delayMs) || 0;
      if (change.posts !== undefined) store.setPosts(Number(change.posts) || 0);
      return { ...state };
    },

    /**
     * Changes, creates or removes an item, in memory.
     * @param {Which & { set?: Record<string, any>, create?: Record<string, any>, remove?: boolean }} change
     */
    content({ set, create, remove, ...which }) {
      const item = create
        ? store.create(create)
        : remove
          ? store.remove(which)
          : store.edit(which, set ?? {});
      return {
        id: item.id,
        type: item.type,
        slug: item.slug,
        uri: item.uri,
        status: item.status,
        modified: item.modified,
      };
    },

    /** @param {Parameters<Store['menu']>[0]} change */
    menu(change) {
      store.menu(change);
      return { ok: true };
    },

    /** @param {Record<string, any>} set */
    settings(set) {
      store.settings(set);
      return { ok: true };
    },

    reset() {
      log.clear();
      return this.set({ reset: true });
    },

    prove,
    log: () => log.read(),
    clearLog: () => log.clear(),
  };
}

/** @typedef {ReturnType<typeof createControl>} Control */

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/i;

/**
 * Only programs on this machine: not other machines, and not a page of some other site in a browser here,
 * which would send an Origin or, by DNS rebinding, a strange Host.
 *
 * @param {IncomingMessage} request
 */
function isLocal({ socket, headers }) {
  const origin = headers.origin?.replace(/^https?:\/\//, '');
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(headers.host ?? '') &&
    (!origin || LOCAL_HOST.test(origin))
  );
}

/**
 * @param {Control} control
 * @param {IncomingMessage} request
 * @param {string} name  what follows /__sample/
 * @param {string} body
 * @returns {{ status: number, body: unknown }}
 */
export function answerControl(control, request, name, body) {
  if (!isLocal(request)) return { status: 403, body: { error: 'Only from this machine.' } };
  try {
    const route = `${request.method} ${name}`;
    const nonce = /^GET proof\/([\w-]{16,64})$/.exec(route)?.[1];
    if (nonce) return { status: 200, body: { proof: control.prove(nonce) } };
    if (route === 'GET log') return { status: 200, body: control.log() };
    if (route === 'DELETE log') {
      control.clearLog();
      return { status: 200, body: { ok: true } };
    }
    if (route === 'POST control') return { status: 200, body: control.set(JSON.parse(body)) };
    if (route === 'POST content') return { status: 200, body: control.content(JSON.parse(body)) };
    if (route === 'POST menu') return { status: 200, body: control.menu(JSON.parse(body)) };
    if (route === 'POST settings') return { status: 200, body: control.settings(JSON.parse(body)) };
    return {
      status: 404,
      body: { error: 'GET or DELETE log, POST control, POST content, POST menu, POST settings.' },
    };
  } catch (error) {
    return { status: 400, body: { error: /** @type {Error} */ (error).message } };
  }
}
