import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { hasSampleCms, testsWithSampleCms } from './tests/support/sample-cms';

const root = fileURLToPath(new URL('.', import.meta.url));
const left = hasSampleCms(root) ? [] : testsWithSampleCms(root);
if (left.length > 0) {
  console.warn(
    `Left out, because they need the sample CMS and the folder sample-cms/ is not here: ${left.join(', ')}.\n` +
      'Restore the folder from Git to run them, or delete them too.',
  );
}

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...left],
    // Nothing but tests of your own is left then, if there are any.
    passWithNoTests: left.length > 0,
    globalSetup: left.length > 0 ? [] : ['tests/support/global-setup.ts'],
    // They end what hangs: a busy machine comes near neither.
    testTimeout: 300_000,
    hookTimeout: 900_000,
    // The files share one running site; what one of them changes in the CMS must not surprise another.
    fileParallelism: false,
  },
});
