import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSampleCms } from '../../templates/sample-cms/index.mjs';
import { freePort, type SampleCms, secrets } from '../../templates/site/tests/support/site-server';
import { createSite } from '../site/create';

/** `npm run dev`, where an owner changes both sides and looks at once. */
describe('in development', () => {
  let cms: SampleCms;
  let server: ChildProcess;
  let url: string;
  beforeAll(async () => {
    cms = await startSampleCms({ port: 0, previewSecret: secrets.preview });
    const dir = await createSite('development');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, [path.join('scripts', 'run.mjs'), 'dev', '-p', String(port)], {
      cwd: dir,
      stdio: 'ignore',
      env: {
        ...process.env,
        NODE_ENV: 'development',
        NEXT_PUBLIC_CMS_API_URL: cms.graphqlUrl,
        NEXT_PUBLIC_SITE_URL: url,
        REVALIDATION_SECRET: secrets.revalidation,
        PREVIEW_SECRET: secrets.preview,
        NEXT_TELEMETRY_DISABLED: '1',
      },
    });
    while ((await statusOf(url)) !== 200) {
      if (server.exitCode !== null) throw new Error(`npm run dev ended with ${server.exitCode}`);
      await sleep(200);
    }
  });
  afterAll(async () => {
    server?.kill('SIGTERM');
    await cms?.close();
  });

  /** @returns 0 while nobody listens */
  const statusOf = (address: string) =>
    fetch(address).then(
      ({ status }) => status,
      () => 0,
    );
  const titleOf = async (address: string) =>
    /<h1[^>]*>([^<]*)/.exec(await (await fetch(url + address)).text())?.[1];

  test('what was edited in the CMS shows with the next reload, nobody says a word', async () => {
    const slug = 'a-chair-that-can-be-mended';
    expect(await titleOf(`/${slug}/`)).toBe('A chair that can be mended');
    cms.control.content({ slug, set: { title: 'A chair, edited' } });
    expect(await titleOf(`/${slug}/`)).toBe('A chair, edited');
    cms.control.reset();
    expect(await titleOf(`/${slug}/`)).toBe('A chair that can be mended');
  });
});
