import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} LogEntry
 * @property {string} operation
 * @property {unknown} variables
 * @property {number} ms
 * @property {number} bytes
 * @property {number} status     0 when the connection was dropped
 * @property {string} at
 *
 * @typedef {object} Log
 * @property {number} total
 * @property {Record<string, number>} operations   how often each was asked
 * @property {number} inFlight
 * @property {string[]} held                       operations read already, whose answer `delayMs` holds back
 * @property {number} maxInFlight
 * @property {number} media                        requests for pictures, which are not listed
 * @property {LogEntry[]} requests                 the last 5,000
 */

const KEPT = 5_000;

/** Log of the site's requests to the CMS: tests count requests with it. */
export function requestLog() {
  /** @type {Log} */
  let log = empty(0, []);

  /** @param {number} inFlight @param {string[]} held @returns {Log} */
  function empty(inFlight, held) {
    return { total: 0, operations: {}, inFlight, held, maxInFlight: inFlight, media: 0, requests: [] };
  }

  return {
    begin() {
      log.inFlight += 1;
      log.maxInFlight = Math.max(log.maxInFlight, log.inFlight);
    },
    end() {
      log.inFlight -= 1;
    },
    /** @param {string} operation @param {number} ms */
    async hold(operation, ms) {
      log.held.push(operation);
      await sleep(ms);
      log.held.splice(log.held.indexOf(operation), 1);
    },
    /** @param {LogEntry} entry */
    add(entry) {
      log.total += 1;
      log.operations[entry.operation] = (log.operations[entry.operation] ?? 0) + 1;
      log.requests.push(entry);
      if (log.requests.length > KEPT) log.requests.shift();
    },
    countMedia() {
      log.media += 1;
    },
    read: () => structuredClone(log),
    clear() {
      log = empty(log.inFlight, log.held);
    },
  };
}
