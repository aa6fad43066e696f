import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Imports between a folder and one inside it. `npm run lint` counts both as one folder, so it misses their cycles. */
function nestedImports(): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    const file = path.join('src', name);
    if (!/\.tsx?$/.test(file) || /\/(?:dist|node_modules)\//.test(file)) continue;
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
    )) {
      const from = path.dirname(file);
      const to = path.dirname(path.join(from, specifier));
      const isNested = to !== from && `${to}/`.startsWith(`${from}/`);
      if (isNested || (to !== from && `${from}/`.startsWith(`${to}/`))) found.set(`${from} -> ${to}`, file);
    }
  }
  return found;
}

it('has no imports in both directions between a folder and one inside it', () => {
  const imports = nestedImports();
  expect(imports.size).toBeGreaterThan(0);
  const both = [...imports.keys()].filter((key) => imports.has(key.split(' -> ').reverse().join(' -> ')));
  expect(both).toEqual([]);
});
