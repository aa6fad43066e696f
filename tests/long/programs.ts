import { copyFileSync, existsSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { cacheFolder, makeOnce } from '../wordpress/server/cache';

/** A program out of the registry. */
export interface Program {
  name: string;
  /** The folder that goes into PATH. */
  bin: string;
  /** Why it cannot be had; null when it can. */
  lacking: string | null;
}

/** A Node with the npm that it came with, laid out as its makers' archive: npm looks for `lib` beside `bin`. */
export async function nodeProgram(version: string, npm: string): Promise<Program> {
  const system = os.platform() === 'win32' ? 'win' : os.platform();
  const name = `node-${system}-${os.arch()}`;
  return program(`Node ${version}`, [`${name}@${version}`, `npm@${npm}`], (folder) => {
    const at = path.join(folder, 'bin/node');
    rmSync(at, { force: true });
    copyFileSync(path.join(folder, 'lib/node_modules', name, 'bin/node'), at);
    rmSync(path.join(folder, 'lib/node_modules', name), { recursive: true });
  });
}

export function managerProgram(name: string, spec: string): Promise<Program> {
  return program(name, [spec]);
}

/** Kept in the user's cache folder, under its version. */
async function program(
  name: string,
  packages: readonly string[],
  finish: (folder: string) => void = () => {},
): Promise<Program> {
  const folder = path.join(cacheFolder(), 'programs', packages.join('+').replaceAll('/', '-'));
  const found = { name, bin: path.join(folder, 'bin') };
  if (os.platform() === 'win32') return { ...found, lacking: 'not tried on Windows' };
  if (existsSync(folder)) return { ...found, lacking: null };
  const install = ['install', '--global', '--no-audit', '--no-fund', '--loglevel=error'];
  let lacking = null;
  await makeOnce(folder, async (empty) => {
    const { failed, all } = await execa('npm', [...install, '--prefix', empty, ...packages], {
      all: true,
      reject: false,
    });
    if (failed) throw new Error(all);
    finish(empty);
  }).catch(({ message }: Error) => {
    if (!/\b(E404|ETARGET|EBADPLATFORM)\b/.test(message)) throw new Error(`${name}: ${message}`);
    lacking = `the npm registry has no ${packages.join(' or no ')}`;
  });
  return { ...found, lacking };
}
