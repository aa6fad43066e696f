import { defineConfig } from 'vitest/config';
import { aliases as alias } from './tests/support/aliases';
import { patience } from './tests/support/patience';
import LongestFirst from './tests/support/sequencer';

/** Ends a test that hangs; no test may depend on how fast the machine is. Projects do not inherit these. */
const times = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: patience, interval: 100 } },
};
const exclude = ['**/node_modules/**', 'tests/.sites/**'];

export default defineConfig({
  test: {
    // One more than cores: many tests wait for a server, a clock or a process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: [['default', { summary: false }], './tests/support/reporter.ts'],
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'tool',
          include: ['tests/{unit,spec,cli,sample-cms}/**/*.test.ts'],
          exclude,
          ...times,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'sites',
          // Each makes sites of its own, so these run side by side.
          include: ['tests/sites/**/*.test.ts'],
          exclude,
          ...times,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'site',
          // All of these look at one site that the CLI made.
          include: ['tests/site/**/*.test.ts'],
          exclude,
          globalSetup: ['tests/site/global-setup.ts'],
          fileParallelism: false,
          ...times,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'wordpress',
          // A real WordPress: each file starts its own, some build a site of a name of its own on it.
          include: ['tests/wordpress/**/*.test.ts'],
          exclude,
          ...times,
        },
      },
      ...(process.env.LONG
        ? [
            {
              resolve: { alias },
              test: {
                name: 'long',
                include: ['tests/long/**/*.test.ts'],
                exclude,
                ...times,
              },
            },
          ]
        : []),
    ],
  },
});
