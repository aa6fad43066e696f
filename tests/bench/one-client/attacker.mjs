/**
 * One client that asks for too much, until it is told to end: `node attacker.mjs <attack> <state as JSON>`. In a process of its own,
 * so that the times of others are the site's. It prints how many requests were sent, and the statuses of their answers.
 */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';

const [name, json] = process.argv.slice(2);
/** @type {{url: string, form: number, images: string[], file: string}} */
const state = JSON.parse(json ?? '{"url":"http://localhost","form":0,"images":[],"file":"/"}');
const { hostname, port } = new URL(state.url);
const CLIENT = '198.51.100.7';
/** Redirection's patterns of the bench all need one of these; see `one-client.ts`. */
const NEEDLES = Array.from({ length: 100 }, (_, i) => `/x${i}.htm`).join('');

let sent = 0;
/** @type {Record<string, number>} */
const answers = {};
/** @param {string | number | undefined} answer */
const note = (answer = 'none') => {
  answers[answer] = (answers[answer] ?? 0) + 1;
};
const word = () => randomBytes(5).toString('hex');

/**
 * @param {string} path
 * @param {{method?: string, headers?: Record<string, string>, body?: string | Buffer, hangUpAfterMs?: number}} how
 * @returns {Promise<void>}
 */
function ask(path, { method = 'GET', headers = {}, body, hangUpAfterMs } = {}) {
  sent += 1;
  return new Promise((resolve) => {
    const request = http.request(
      { hostname, port, path, method, agent: false, headers: { 'x-forwarded-for': CLIENT, ...headers } },
      (response) => {
        note(response.statusCode);
        response.resume();
        response.once('close', resolve);
      },
    );
    request.once('error', ({ code }) => {
      note(code);
      resolve();
    });
    request.end(body);
    if (hangUpAfterMs) setTimeout(() => request.destroy(), hangUpAfterMs);
  });
}

/**
 * @param {number} count of requests at once
 * @param {() => Promise<void> | undefined} request
 */
function keep(count, request) {
  for (let i = 0; i < count; i++)
    void (async () => {
      for (;;) await request();
    })();
}

/**
 * Sends requests without waiting for the answers, on connections that stay open. Where one is closed it opens another a tenth of a second
 * later: without that pause this is a flood of connections, which no server in Node withstands.
 * @param {number} connections
 * @param {() => string} path
 * @param {{atOnce: number}} how
 */
function pipeline(connections, path, { atOnce }) {
  const connect = () => {
    const socket = net.connect(Number(port), hostname);
    socket.on('data', () => {});
    socket.on('error', ({ code }) => note(code));
    socket.once('close', () => setTimeout(connect, 100));
    const send = () => {
      if (socket.destroyed) return;
      const text = Array.from(
        { length: atOnce },
        () => `GET ${path()} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${CLIENT}\r\n\r\n`,
      ).join('');
      sent += atOnce;
      if (socket.write(text)) setImmediate(send);
      else socket.once('drain', send);
    };
    socket.once('connect', send);
  };
  for (let i = 0; i < connections; i++) connect();
}

/**
 * Sends requests on connections that stay open, some at a time, and the next ones when these are answered.
 * @param {number} connections
 * @param {() => string} path
 * @param {{atOnce: number}} how no more than may wait on a connection, or it is closed
 */
function rounds(connections, path, { atOnce }) {
  const connect = () => {
    const socket = net.connect(Number(port), hostname);
    let open = 0;
    const send = () => {
      open = atOnce;
      sent += atOnce;
      for (let i = 0; i < atOnce; i++)
        socket.write(`GET ${path()} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${CLIENT}\r\n\r\n`);
    };
    socket.on('data', (data) => {
      open -= data.toString('latin1').split('HTTP/1.1 ').length - 1;
      if (open <= 0 && !socket.destroyed) send();
    });
    socket.on('error', ({ code }) => note(code));
    socket.once('close', () => setTimeout(connect, 100));
    socket.once('connect', send);
  };
  for (let i = 0; i < connections; i++) connect();
}

/** @param {[string, string | Buffer][]} fields */
function multipart(fields) {
  const boundary = word();
  const parts = fields.map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  return {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: `${parts.join('')}--${boundary}--\r\n`,
  };
}

/**
 * Sends bodies of one byte a chunk, requests without waiting for the answers: Node takes each chunk apart.
 * @param {number} connections
 * @param {{atOnce: number, chunks: number}} how many requests on a connection, and how many chunks in each
 */
function tinyChunks(connections, { atOnce, chunks }) {
  const one = `POST /talk/ HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${CLIENT}\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(chunks)}0\r\n\r\n`;
  const all = one.repeat(atOnce);
  const connect = () => {
    const socket = net.connect(Number(port), hostname);
    socket.on('data', () => {});
    socket.on('error', ({ code }) => note(code));
    socket.once('close', () => setTimeout(connect, 100));
    const send = () => {
      if (socket.destroyed) return;
      sent += atOnce;
      if (socket.write(all)) setImmediate(send);
      else socket.once('drain', send);
    };
    socket.once('connect', send);
  };
  for (let i = 0; i < connections; i++) connect();
}

/** @returns {Record<string, string>} the header of one of 65,536 networks that are one customer's */
const anyNetwork = () => ({ 'x-forwarded-for': `2001:db8:5:${randomBytes(2).toString('hex')}::1` });

/** @param {string} url @param {number} width */
const image = (url, width) => `/_next/image?url=${encodeURIComponent(url)}&w=${width}&q=75`;
const REST_NAMES = ['rest_route', '_fields', '_envelope', '_jsonp', '_method', 'id', 'your-name'];

/** Attacks that together ask for every kind of work. */
const TOGETHER = [
  'searches',
  'unknown addresses',
  'large new images',
  'large pages by addresses of their own',
  'replies without JavaScript',
  'forms that are not there',
  'files, compressed',
];

/** @type {Record<string, () => void>} */
const attacks = {
  'searches, cancelled': () => keep(10, () => ask(`/search/?q=${word()}`, { hangUpAfterMs: 150 })),
  searches: () => keep(50, () => ask(`/search/?q=${word()}`)),
  'unknown addresses': () => keep(50, () => ask(`/made-up-${word()}/`)),
  'share images': () => keep(200, () => ask('/og/talk')),
  'a forged preview cookie': () =>
    keep(50, () => ask('/talk/', { headers: { cookie: `__prerender_bypass=${word()}` } })),
  'comment pages': () => keep(20, () => ask(`/talk/comment-page-${parseInt(word(), 16)}/`)),
  'files that are missing': () => keep(50, () => ask(`/_next/static/${word()}${'a'.repeat(250)}`)),
  'image addresses that are refused': () =>
    keep(50, () => ask(`/_next/image?url=${encodeURIComponent(`/_next/static/${word()}`)}&w=640&q=75`)),
  'large new images': () => keep(50, () => ask(image(state.images[sent % state.images.length] ?? '', 3840))),
  'the same, spelled and asked for otherwise': () =>
    keep(50, () => {
      const path = image(state.images[sent % state.images.length] ?? '', 3840);
      const ways = [
        () => ask(path, { method: 'POST' }),
        () => ask(path.replace('?', '/?')),
        () => ask(`http://a${path}`),
      ];
      return ways[sent % ways.length]?.();
    }),
  'another protocol': () =>
    keep(50, () => ask(`/made-up-${word()}/`, { headers: { connection: 'Upgrade', upgrade: 'websocket' } })),
  'large pages by addresses of their own': () => keep(20, () => ask(`/huge/?${word()}`)),
  'data for the router': () =>
    keep(30, () => {
      const tree = encodeURIComponent(JSON.stringify(['', { children: [word(), {}] }]));
      return ask(`/talk/?_rsc=${word()}`, {
        headers: { rsc: '1', 'next-router-prefetch': '1', 'next-router-state-tree': tree },
      });
    }),
  'server actions': () =>
    keep(20, () => {
      const fields = Array.from({ length: 15_000 }, (_, i) => [`$ACTION_ID_${i}`, '1']);
      const { headers, ...rest } = multipart(fields);
      return ask('/talk/', { ...rest, headers: { ...headers, 'next-action': '40'.repeat(21) } });
    }),
  'replies without JavaScript': () =>
    keep(20, () =>
      ask('/api/comments', {
        method: 'POST',
        headers: {
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: `_page=%2Fhuge%2F&reply=5&comment=${'<form '.repeat(3_000)}`,
      }),
    ),
  'forms with names of WordPress': () =>
    keep(50, () =>
      ask(`/api/forms/contact-form-7:${state.form}`, multipart(REST_NAMES.map((field) => [field, word()]))),
    ),
  'forms that are not there': () =>
    keep(50, () =>
      ask(`/api/forms/contact-form-7:${parseInt(word(), 16)}`, multipart([['your-name', word()]])),
    ),
  'fields without number': () =>
    keep(20, () =>
      ask(
        `/api/forms/contact-form-7:${state.form}`,
        multipart(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, 'v'])),
      ),
    ),
  'addresses that all rules may match': () =>
    keep(50, () => ask(`/1/${word()}${NEEDLES}/${'1'.repeat(2_000)}`.slice(0, 1_990))),
  'the same, pipelined': () =>
    pipeline(4, () => `/1/${word()}${NEEDLES}/${'1'.repeat(2_000)}`.slice(0, 1_990), { atOnce: 30 }),
  'addresses that are refused, pipelined': () => rounds(50, () => '/%', { atOnce: 20 }),
  'addresses with another spelling, pipelined': () =>
    rounds(50, () => `/${'%61'.repeat(650)}`, { atOnce: 20 }),
  'files, compressed': () => keep(30, () => ask(state.file, { headers: { 'accept-encoding': 'gzip' } })),
  'all kinds at once': () => {
    for (const one of TOGETHER) attacks[one]?.();
  },
  'chunks of one byte, pipelined': () => tinyChunks(20, { atOnce: 20, chunks: 490 }),
  'a /48 that hangs up': () =>
    keep(50, () => ask(`/huge/?${word()}`, { headers: anyNetwork(), hangUpAfterMs: 20 })),
  'a /48 and redirects': () =>
    keep(50, () =>
      ask(`/1/${word()}${NEEDLES}/${'1'.repeat(2_000)}`.slice(0, 1_990), { headers: anyNetwork() }),
    ),
  'a /48 and queries': () => keep(50, () => ask(`/talk/?${word()}`, { headers: anyNetwork() })),
  'a /48 and large new images': () =>
    keep(50, () =>
      ask(image(state.images[sent % state.images.length] ?? '', 3840), { headers: anyNetwork() }),
    ),
  'a stored page, pipelined': () => pipeline(1, () => '/huge/', { atOnce: 900 }),
};

process.on('SIGTERM', () => {
  console.log(`${sent} requests, answers ${JSON.stringify(answers)}`);
  process.exit(0);
});
if (name === undefined) console.log(Object.keys(attacks).join('\n'));
else attacks[name]?.();
