import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The part of Vitest's `TestProject` that is needed here. */
interface Project {
  provide(name: 'url', value: string): void;
}

/** Beside this file, in the package. */
const program = fileURLToPath(new URL('./headless-site.js', import.meta.url));

/**
 * Vitest's global setup of a site's tests: serves the site as it was built last, and builds it where it was not. Tests get its
 * address by `inject('url')`.
 * @returns what ends the server
 * @throws {Error} where the site does not build or start
 */
export default async function setup(project: Project): Promise<() => void> {
  // Vitest says "test" in NODE_ENV, which Next would take for a word of the site's.
  const env = { ...process.env, NODE_ENV: 'production' } as NodeJS.ProcessEnv;
  if (!existsSync('.next/BUILD_ID')) {
    const build = spawnSync(process.execPath, [program, 'build'], { env, stdio: 'inherit' });
    if (build.status !== 0) throw new Error('The site does not build: see above.');
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = ['start', '-H', '127.0.0.1', '-p', String(port)];
  const site = spawn(process.execPath, [program, ...options], { env, stdio: 'inherit' });
  while (!(await fetch(url).catch(() => null))) {
    if (site.exitCode !== null) throw new Error('The site does not start: see above.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  project.provide('url', url);
  return () => void site.kill();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
