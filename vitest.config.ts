import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const site = fileURLToPath(new URL('./templates/site', import.meta.url));

export default defineConfig({
  resolve: { alias: { '@': site } },
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/.sites/**', 'node_modules/**', ...(process.env.LONG ? [] : ['tests/long/**'])],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    // Two cores: more workers than that only wait for each other's builds.
    maxWorkers: 2,
    reporters: [['default', { summary: false }], './tests/support/reporter.ts'],
  },
});
