import { expect, inject, test, vi } from 'vitest';
import { checkSite } from '../demo/check.mjs';
import { secrets } from './support/site-server';

// The demo itself, which also installs and builds, is among the long tests.
test('what `npm run demo -- --check` looks at holds for the site that the CLI made', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const mails = async () => (await fetch(inject('mailUrl'))).json();
  const holds = await checkSite(inject('site').url, secrets, mails);
  const lines = said.mock.calls.flat().map(String);
  said.mockRestore();
  expect([holds, lines.filter((line) => line.startsWith('not ok'))]).toEqual([true, []]);
  expect(lines.filter((line) => line.startsWith('ok'))).toHaveLength(12);
});
