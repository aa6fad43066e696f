import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';

interface Version {
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
}
interface Packument {
  versions: Record<string, Version>;
  time?: Record<string, string>;
}

/**
 * A registry in front of another one that may lack packages of other platforms: npm, pnpm and bun pass over an optional
 * package that is not there, both Yarns want to know its system first. Missing packages are declared for no system at all.
 */
export async function completedRegistry(upstream: string): Promise<{ url: string; close: () => void }> {
  /** Versions that a package which was asked for names as optional; it is always asked for first. */
  const wanted = new Map<string, Set<string>>();
  const none = await emptyPackage();
  const shasum = createHash('sha1').update(none).digest('hex');
  let url = '';
  const packument = async (name: string, accept: string): Promise<Packument> => {
    const answer = await fetch(`${upstream}${name.replace('/', '%2f')}`, { headers: { accept } });
    if (!answer.ok && answer.status !== 404)
      throw new Error(`${name}: the registry answers ${answer.status}`);
    const known = answer.ok ? ((await answer.json()) as Packument) : { versions: {} };
    for (const { optionalDependencies = {} } of Object.values(known.versions)) {
      for (const [other, version] of Object.entries(optionalDependencies)) {
        wanted.set(other, (wanted.get(other) ?? new Set()).add(version));
      }
    }
    for (const version of wanted.get(name) ?? []) {
      if (!/^\d+\.\d+\.\d+/.test(version) || known.versions[version]) continue;
      // Yarn 1 fetches it all the same.
      const dist = { tarball: `${url}none.tgz`, shasum };
      known.versions[version] = { name, version, os: ['none'], cpu: ['none'], dist };
      // Yarn 4 takes nothing that is younger than a day.
      known.time = { ...known.time, [version]: '2020-01-01T00:00:00.000Z' };
    }
    return known;
  };
  const server = createServer(async ({ url: asked = '/', headers }, response) => {
    const name = decodeURIComponent(asked.slice(1).replace(/\?.*/, ''));
    if (name === 'none.tgz') return response.end(none);
    try {
      const known = await packument(name, headers.accept ?? 'application/json');
      const found = Object.keys(known.versions).length > 0;
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ? { name, 'dist-tags': {}, ...known } : {}));
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function emptyPackage(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'create-headless-site-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), '{"name": "none", "version": "0.0.0"}');
    await execa('npm', ['pack', '--silent'], { cwd: folder });
    return readFileSync(path.join(folder, 'none-0.0.0.tgz'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
