import { createServer, type RequestListener } from 'node:http';

import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { normalizePath, pathOf } from '../../src/runtime/wordpress/model/paths';
import { siteEnvironment } from '../support/site-environment';

/** Broken answers of a CMS. Numbers as in the list of attacks. */
describe('case 50: a CMS that fails is an error with a type, a status and a fix', () => {
  let request: typeof import('../../src/runtime/wordpress/client/client').request;
  let WordPressError: typeof import('../../src/runtime/wordpress/model/errors').WordPressError;
  let GraphQLError: typeof import('../../src/runtime/wordpress/model/errors').GraphQLError;
  let listener: RequestListener;
  let asked = 0;

  beforeAll(async () => {
    const server = createServer((incoming, response) => {
      asked += 1;
      listener(incoming, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    Object.assign(process.env, siteEnvironment, {
      NEXT_PUBLIC_CMS_API_URL: `http://127.0.0.1:${port}/graphql`,
    });
    ({ request } = await import('../../src/runtime/wordpress/client/client'));
    ({ WordPressError, GraphQLError } = await import('../../src/runtime/wordpress/model/errors'));
    return () => {
      server.closeAllConnections();
      server.close();
    };
  });
  afterEach(() => vi.restoreAllMocks());

  const ask = (headers: Record<string, string> = {}) => {
    asked = 0;
    const retryPolicy = { retries: 0, maxWaitMs: 0, totalMs: 60_000, network: false };
    return request('GetPost', 'query GetPost { post { title } }', {}, { retryPolicy, headers }).then(
      () => undefined,
      (error: unknown) => error,
    );
  };
  const answer =
    (status: number, type: string, body: string): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };

  test.for([
    ['500', 502, 'serverError', /error log/, answer(500, 'text/html', '<p>critical error')],
    ['a web page with status 200', 502, 'html', /Permalinks/, answer(200, 'text/html', '<!doctype html>')],
    [
      'a coming-soon page',
      502,
      'comingSoon',
      /Turn that mode off/,
      answer(200, 'text/html', '<!doctype html><title>Boats: Coming Soon</title>'),
    ],
    ['404', 502, 'notFound', /WPGraphQL.*Permalinks/, answer(404, 'text/html', '<p>nothing')],
    ['JSON that is none', 502, 'notGraphql', /endpoint/, answer(200, 'application/json', '{"data":')],
    ['nothing at all', 502, 'notGraphql', /endpoint/, answer(200, 'application/json', '')],
    ['an overloaded server', 503, 'overloaded', /minute/, answer(503, 'text/html', 'busy')],
  ] as const)('%s', async ([, statusCode, diagnosis, fix, listen]) => {
    listener = listen;
    const error = await ask();
    expect(error).toBeInstanceOf(WordPressError);
    expect(error).toMatchObject({ statusCode, details: { diagnosis }, message: expect.stringMatching(fix) });
  });

  test('partial data beside errors is an error, and so is no data', async () => {
    listener = answer(
      200,
      'application/json',
      '{"data":{"post":{}},"errors":[{"message":"A resolver died"}]}',
    );
    const partial = await ask();
    expect(partial).toBeInstanceOf(GraphQLError);
    expect(partial).toMatchObject({ errors: [{ message: 'A resolver died' }] });
    listener = answer(200, 'application/json', '{"data":null}');
    expect(await ask()).toMatchObject({ details: { diagnosis: 'malformed' } });
  });

  // Answer of WordPress 7.1.0 on a fatal error to a request that accepts JSON.
  const fatal = (status: number) =>
    JSON.stringify({
      code: 'internal_server_error',
      message: '<p>There has been a critical error on this website.</p>',
      data: { status },
      additional_errors: [],
    });

  test.for([
    ['a fatal error of PHP', 'serverError', answer(500, 'application/json', fatal(500))],
    [
      'the same, with a status that a proxy changed',
      'notGraphql',
      answer(200, 'application/json', fatal(500)),
    ],
    [
      'a good answer with status 500',
      'serverError',
      answer(500, 'application/json', '{"data":{"post":null}}'),
    ],
    ['nothing of what was asked', 'malformed', answer(200, 'application/json', '{"data":{}}')],
    ['half of what was asked', 'malformed', answer(200, 'application/json', '{"data":{"post":{}}}')],
    ['a list in place of data', 'notGraphql', answer(200, 'application/json', '{"data":[]}')],
    ['a text in place of an object', 'malformed', answer(200, 'application/json', '{"data":{"post":"x"}}')],
  ] as const)('%s is no answer', async ([, diagnosis, listen]) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    listener = listen;
    expect(await ask()).toMatchObject({ details: { diagnosis } });
  });

  test('null is an answer: the CMS has no such post', async () => {
    listener = answer(200, 'application/json', '{"data":{"post":null}}');
    expect(await ask()).toBeUndefined();
  });

  test('ten million brackets are never parsed: V8 would take seconds for them', async () => {
    const parsed = vi.spyOn(JSON, 'parse');
    listener = answer(200, 'application/json', `{"data":${'['.repeat(10_000_000)}`);
    expect(await ask()).toMatchObject({ details: { diagnosis: 'notGraphql' } });
    expect(parsed.mock.calls.filter(([text]) => text.length > 1_000_000)).toEqual([]);
    // Brackets in a text are no depth.
    listener = answer(200, 'application/json', `{"data":{"post":{"title":"\\"${'['.repeat(500)}"}}}`);
    expect(await ask()).toBeUndefined();
  });

  test('a visitor does not wait for a CMS that asks for an hour: it is asked once', async () => {
    listener = (_request, response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end();
    };
    asked = 0;
    const error = await request('GetPost', 'query GetPost { post { title } }', {}).catch((e: unknown) => e);
    expect(error).toMatchObject({ statusCode: 503, details: { diagnosis: 'overloaded' } });
    expect(asked).toBe(1);
  });

  test('a build that waits for a CMS in maintenance says so, once', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let failures = 2;
    listener = (incoming, response) => {
      if (failures-- > 0) response.writeHead(503, { 'retry-after': '600' }).end('Briefly unavailable.');
      else answer(200, 'application/json', '{"data":{"post":null}}')(incoming, response);
    };
    const question = () =>
      request(
        'GetPost',
        'query GetPost { post { title } }',
        {},
        {
          retryPolicy: { retries: 6, maxWaitMs: 1_000, totalMs: Number.POSITIVE_INFINITY, network: true },
        },
      );
    await Promise.all([question(), question()]);
    expect(warned.mock.calls).toEqual([
      [
        `[cms] The CMS is overloaded or in maintenance at ${process.env.NEXT_PUBLIC_CMS_API_URL}. Trying again in 1 s; tries left: 6.`,
      ],
    ]);
  });

  test('fifty megabytes are not read to their end', async () => {
    let sent = 0;
    listener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const megabyte = Buffer.alloc(1_000_000, ' ');
      const send = () => {
        if (sent >= 50 || response.destroyed) return response.end();
        sent += 1;
        return response.write(megabyte, send);
      };
      send();
    };
    expect(await ask()).toMatchObject({ statusCode: 502, details: { diagnosis: 'tooLarge' } });
    expect(sent).toBeLessThan(45);
  });

  test('a redirect is not followed: it would take the grant of a preview to another host', async () => {
    listener = (_request, response) => response.writeHead(307, { location: '/graphql' }).end();
    const error = await ask({ 'x-grant': 'for this host' });
    expect(error).toMatchObject({ statusCode: 502, details: { diagnosis: 'redirects' } });
    expect(asked).toBe(1);
  });

  test('silence ends', async () => {
    const limit = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limit(ms / 300));
    listener = () => {};
    expect(await ask()).toMatchObject({ statusCode: 504, details: { diagnosis: 'timeout' } });
    // An answer that begins and never ends.
    listener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":');
    };
    expect(await ask()).toMatchObject({ statusCode: 504, details: { diagnosis: 'timeout' } });
  });

  test('a connection that breaks', async () => {
    listener = (_request, response) => {
      response.destroy();
    };
    expect(await ask()).toMatchObject({ statusCode: 502, details: { diagnosis: 'refused' } });
  });
});

describe('case 31: an address of the CMS never leads a preview elsewhere', () => {
  test.each([
    '//evil.example/x',
    'https://evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '/a/../..//evil.example',
    '/a%0d%0aSet-Cookie: a=b',
    'javascript:alert(1)',
  ])('%s', (uri) => {
    const path = pathOf(uri);
    expect(path === null ? null : normalizePath(path)).toBeNull();
  });
});
