import { expect, inject, test } from 'vitest';

/** Tests that hold whatever the content and the look are. Add your own beside it. */
const url = inject('url');

test('the homepage is there, with a title', async () => {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/<title>[^<]+<\/title>/);
});

test('an address that nobody has is a 404', async () => {
  expect((await fetch(`${url}/nobody-has-this-address-${Date.now()}/`)).status).toBe(404);
});

test('who does not know the secret changes nothing', async () => {
  const response = await fetch(`${url}/api/revalidate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret: 'not the secret', paths: ['/'] }),
  });
  expect(response.status).toBe(401);
});
