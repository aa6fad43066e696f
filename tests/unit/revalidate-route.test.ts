import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { version } from '../../src/runtime/base/version';
import { specTest } from '../spec/spec';
import { siteEnvironment } from '../support/site-environment';

/** Next's cache cannot be made to fail from outside, so here, and only here, its function is replaced. */
vi.mock('next/cache', () => ({
  revalidateTag: () => {
    throw new Error('the cache folder is full');
  },
}));
vi.mock('../../src/runtime/revalidate/look-up', () => ({
  lookUp: async () => ({ before: undefined, after: undefined }),
}));

const { answer } = JSON.parse(readFileSync(new URL('../vectors/webhook.json', import.meta.url), 'utf8'));
const secret = siteEnvironment.REVALIDATION_SECRET;

describe('POST /api/revalidate when the cache fails', () => {
  let POST: (request: Request) => Promise<Response>;
  beforeAll(async () => {
    Object.assign(process.env, siteEnvironment, { HEADLESS_SITE_TEMPLATES: 'landing,landing-wide' });
    ({ POST } = await import('../../src/runtime/routes/revalidate'));
  });
  const post = (body: string) =>
    POST(
      new Request('http://localhost/api/revalidate', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      }),
    );
  const send = async () => {
    const response = await post(JSON.stringify({ secret, paths: ['/'] }));
    return { status: response.status, body: await response.json() };
  };
  specTest('POST /api/revalidate', '500', async () => {
    expect(await send()).toEqual({ status: 500, body: { error: 'the cache folder is full' } });
  });
  specTest('Errors', 'revalidate server failure', async () => {
    const { status, body } = await send();
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain(secret);
  });
  test('case 18: the answer to a failure holds its reason, no secret and no stack', async () => {
    const text = JSON.stringify(await send());
    expect(text).not.toMatch(/at .*:\d+:\d+|node_modules/);
    for (const hidden of Object.values(siteEnvironment)) expect(text).not.toContain(hidden);
  });
  test('whoever knows the secret is told the version of the runtime, and nobody else', async () => {
    const told = async (body: string) => {
      const { status, headers } = await post(body);
      return [status, headers.get(answer.runtime)];
    };
    expect(await told(JSON.stringify({ secret, paths: [] }))).toEqual([400, version]);
    expect(await told(JSON.stringify({ secret, paths: ['//x'] }))).toEqual([400, version]);
    expect(await told(JSON.stringify({ secret, paths: ['/'] }))).toEqual([500, version]);
    expect(await told('{"secret":"x","paths":[]}')).toEqual([401, null]);
    expect(await told('[]')).toEqual([400, null]);
    expect(await told('{')).toEqual([400, null]);
  });
  test('the names of its page templates too, and nobody else', async () => {
    const told = async (body: string) => (await post(body)).headers.get(answer.templates);
    expect(await told(JSON.stringify({ secret, paths: [] }))).toBe('landing,landing-wide');
    expect(await told('{"secret":"x","paths":[]}')).toBeNull();
  });
  test('an empty list is told what the site understands, as the plugin reads it', async () => {
    const { headers } = await post(JSON.stringify({ secret, paths: [] }));
    expect(headers.get(answer.supports.header)).toBe(answer.supports.value);
  });
  test('a wrong secret is still told apart', async () => {
    expect((await post('{"secret":"x","paths":["/"]}')).status).toBe(401);
  });
});
