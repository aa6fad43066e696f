import { expect, test } from 'vitest';
import { rowName, specRows } from './rows.mjs';

// That each row is held by a test that runs is seen at the end of `npm test`: tests/run.mjs.
test('the rows of the specification are read', () => {
  const rows = specRows().map(rowName);
  expect(rows.length).toBeGreaterThan(60);
  for (const name of ['Limits: reading speed', 'Errors: GraphQLError', 'POST /api/revalidate: 401'])
    expect(rows).toContain(name);
});
