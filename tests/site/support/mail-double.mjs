import { createServer } from 'node:http';

/** A message with this text makes the double fail, as a provider that is down would; it quotes the key that it got. */
export const PROVIDER_DOWN = '[provider down]';

/** One with this text it does not take, as a provider that is well and finds the message wrong. */
export const MESSAGE_REFUSED = '[refused]';

/** Opens nothing. */
export const MAIL_KEY = 're_double_key_of_the_tests';

/** Stands in for Resend's API on a loopback port, behind the real SDK: mails cost money and go to people. */
export async function startMailDouble() {
  /** @type {{url: string, to?: string, from?: string, subject?: string, text?: string, html?: string}[]} */
  const mails = [];
  let asked = 0;
  /** @type {(mail: {text?: string}) => void} */
  let listener = () => {};
  const server = createServer((request, response) => {
    // For tests in another process.
    if (request.method === 'GET') return response.end(JSON.stringify(mails));
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      asked++;
      const mail = { url: request.url ?? '', ...JSON.parse(body || '{}') };
      /** @param {number} statusCode @param {object} answer */
      const send = (statusCode, answer) => {
        response.writeHead(statusCode, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(answer));
      };
      if (body.includes(PROVIDER_DOWN)) {
        const message = `The provider is down for ${request.headers.authorization}`;
        return send(503, { name: 'application_error', statusCode: 503, message });
      }
      if (body.includes(MESSAGE_REFUSED))
        return send(422, { name: 'validation_error', statusCode: 422, message: 'Not a message' });
      mails.push(mail);
      listener(mail);
      send(200, { id: 'double' });
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    mails,
    /** Requests so far, whatever was answered. */
    asked: () => asked,
    /** Variables that point the site's SDK at this double. */
    env: {
      EMAIL_PROVIDER_API_KEY: MAIL_KEY,
      EMAIL_FROM_ADDRESS: 'site@example.com',
      RESEND_BASE_URL: `http://127.0.0.1:${port}`,
    },
    /** @param {(mail: {text?: string}) => void} handler */
    onMail(handler) {
      listener = handler;
    },
    close: () => server.close(),
  };
}
