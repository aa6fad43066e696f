import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/serve.ts'],
    // They end what hangs: a busy machine comes near neither.
    testTimeout: 60_000,
    hookTimeout: 600_000,
  },
});
