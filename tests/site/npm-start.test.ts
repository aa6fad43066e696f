import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, inject, test } from 'vitest';
import { freePort } from '../support/free-port';

test('SIGTERM to `npm start` ends the server', async () => {
  const { dir, cmsUrl } = inject('site');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  // An npm that runs the tests says by variables which package is meant: not this one.
  const ours = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
  const npm = spawn('npm', ['start', '--', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: dir,
    env: {
      ...Object.fromEntries(ours),
      NODE_ENV: 'production',
      NEXT_PUBLIC_CMS_API_URL: `${cmsUrl}/graphql`,
    },
    stdio: 'ignore',
  });
  const status = () =>
    fetch(url, { redirect: 'manual' }).then(
      (response) => response.status,
      () => 'nobody',
    );
  await expect.poll(status).toBe(200);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await expect.poll(status).toBe('nobody');
});
