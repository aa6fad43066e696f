import { execa } from 'execa';
import { expect, test } from 'vitest';
import { ensureBuilt } from '../support/built';

/** Runs a script in a plain process, where there is neither a site nor Next. */
async function inPlainNode(script: string): Promise<string> {
  ensureBuilt();
  const { stdout } = await execa(process.execPath, ['--input-type=module', '-e', script]);
  return stdout;
}

test('the functions of the specification load without a site', async () => {
  const stdout = await inPlainNode(`
    import { ConfigError, handleApiError, isIcon, transformPage, transformPost, validateConfig, validateEnv } from 'headless-site';
    const page = transformPage({ title: 'A', flexibleContent: [{ __typename: 'Unknown' }] });
    console.log(validateEnv('NAME', 'value'), transformPost(null).title === '', page.title, page.blocks.length, isIcon('no icon'));
    console.log(typeof validateConfig, new ConfigError("x") instanceof Error, handleApiError("x").statusCode);`);
  expect(stdout).toBe('value true A 0 false\nfunction true 500');
});

test('a module that needs a site says how to give it one', async () => {
  await expect(inPlainNode(`import 'headless-site/config';`)).rejects.toThrow(
    'headless-site is not configured. Fix: wrap your config in withHeadlessSite() in next.config.ts.',
  );
});
