import { beforeAll, describe, expect, test, vi } from 'vitest';
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

const secret = siteEnvironment.REVALIDATION_SECRET;

describe('POST /api/revalidate when the cache fails', () => {
  let POST: (request: Request) => Promise<Response>;
  beforeAll(async () => {
    Object.assign(process.env, siteEnvironment);
    ({ POST } = await import('../../src/runtime/routes/revalidate'));
  });
  const send = async () => {
    const body = JSON.stringify({ secret, paths: ['/'] });
    const headers = { 'Content-Type': 'application/json' };
    const response = await POST(
      new Request('http://localhost/api/revalidate', { method: 'POST', headers, body }),
    );
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
  test('a wrong secret is still told apart', async () => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"secret":"x","paths":["/"]}',
    };
    expect((await POST(new Request('http://localhost/api/revalidate', init))).status).toBe(401);
  });
});
