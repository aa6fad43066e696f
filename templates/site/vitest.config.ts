import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    // They end what hangs: a busy machine comes near neither.
    testTimeout: 300_000,
    hookTimeout: 900_000,
    // The files share one running site; what one of them changes in the CMS must not surprise another.
    fileParallelism: false,
  },
});
