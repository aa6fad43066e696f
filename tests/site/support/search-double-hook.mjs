/**
 * Loaded before everything else in a process under test: what goes to Algolia's hosts goes to the double instead, over
 * HTTP. Algolia's client has no variable for its hosts, and the site no option that only a test would use.
 */
import http from 'node:http';
import https from 'node:https';

const original = https.request;

https.request = /** @type {typeof https.request} */ (
  (...args) => {
    const [options, callback] = args;
    const host = typeof options === 'object' && 'hostname' in options ? String(options.hostname) : '';
    if (!/\.algolia(net)?\.(net|com)$/.test(host)) return Reflect.apply(original, https, args);
    const headers = { .../** @type {object} */ (options).headers, host };
    const there = { hostname: '127.0.0.1', port: process.env.SEARCH_DOUBLE_PORT };
    return http.request({ ...options, ...there, headers, agent: undefined }, callback);
  }
);
