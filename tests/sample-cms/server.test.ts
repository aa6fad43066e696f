import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { startSampleCms } from '../../src/sample-cms/index.mjs';
import { proofOf } from '../../src/sample-cms/proof.mjs';
import { jsonOf } from './support.js';

const script = fileURLToPath(new URL('../../src/sample-cms/server.mjs', import.meta.url));

describe('the command', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const start = (...args: string[]) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  };
  const firstLine = async (stream: NodeJS.ReadableStream) => String((await once(stream, 'data'))[0]);

  test.each(['SIGINT', 'SIGTERM'] as const)('prints where GraphQL is, and ends on %s', async (signal) => {
    const child = start('--port', '0', '--posts', '3');
    const line = await firstLine(child.stdout);
    expect(line).toMatch(/^Sample CMS: http:\/\/127\.0\.0\.1:\d+\/graphql\n$/);
    const url = line.trim().replace('Sample CMS: ', '');
    const response = await fetch(`${url}?query={posts(first:100){nodes{id}}}`);
    expect((await jsonOf(response)).data.posts.nodes).toHaveLength(19 + 3);
    child.kill(signal);
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  test('proves whose it is: its folder and its secret, by a number that was made up for it', async () => {
    const proofFrom = async (secret: string | undefined, nonce: string) => {
      const cms = await startSampleCms({ port: 0, previewSecret: secret });
      const { status, ...answer } = await fetch(`${cms.url}/__sample/proof/${nonce}`).then(
        async (response) => ({
          status: response.status,
          body: await jsonOf(response),
        }),
      );
      await cms.close();
      return status === 200 ? answer.body.proof : status;
    };
    const nonce = '1f0c2c54-8b7e-4d1b-9a53-0d0c5e1f7a11';
    expect(await proofFrom('a secret', nonce)).toBe(proofOf('a secret', nonce));
    expect(await proofFrom('another', nonce)).not.toBe(proofOf('a secret', nonce));
    expect(await proofFrom('a secret', `${nonce}0`)).not.toBe(proofOf('a secret', nonce));
    expect(await proofFrom(undefined, nonce)).toBeNull();
    expect(await proofFrom('a secret', 'short')).toBe(404);
  });

  test('names the port when it is in use', async () => {
    const first = await startSampleCms({ port: 0 });
    await expect(startSampleCms({ port: first.port })).rejects.toThrow(`Port ${first.port} is in use`);
    const child = start('--port', String(first.port));
    expect(await firstLine(child.stderr)).toContain(`Port ${first.port} is in use`);
    expect((await once(child, 'exit'))[0]).toBe(1);
    await first.close();
  });

  test('refuses values that make no sense', async () => {
    const child = start('--port', 'http');
    expect(await firstLine(child.stderr)).toContain('--port');
    expect((await once(child, 'exit'))[0]).toBe(1);
  });
});
