import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  type Installation,
  type PhpInput,
  phpEnvironment,
  phpFailure,
  phpFolder,
  phpSettings,
  runPhp,
} from './php';
import { phpOnPath } from './sources';

export interface Php {
  /** Same as `runPhp`. Calls run side by side; each has a process with a state of its own. */
  run(file: string, how?: PhpInput): Promise<string>;
  /** Ends all processes. */
  stop(): Promise<void>;
}

/**
 * Runs PHP files inside one installation, in forks of one process (wordpress/fork.php): a call costs 53 ms of processor time,
 * and 139 ms in a process that starts for it. Where PHP cannot fork, each call starts one.
 * @param installation its folder holds the files of each call until it has ended, and is there until `stop`
 */
export function startPhp(installation: Installation): Php {
  const forks = ['pcntl', 'posix'].every((name) => phpOnPath().extensions.includes(name));
  if (!forks) return { run: (file, how) => runPhp(installation, file, how), stop: async () => {} };

  // OPcache takes the start of the first process for the time of each call: with 2 s, the default, it would never look again.
  const settings = [...phpSettings(), '-d', 'opcache.revalidate_freq=0'];
  const parent = spawn('php', [...settings, path.join(phpFolder, 'fork.php')], {
    // It ends its whole process group.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...phpEnvironment(installation) },
  });
  const running = new Map<string, (status: string) => void>();
  createInterface(parent.stdout).on('line', (line) => {
    const [folder = '', status = ''] = line.split(' ');
    running.get(folder)?.(status);
  });
  const ended = new Promise<null>((resolve) => parent.on('close', () => resolve(null)));
  // A call that comes too late waits for `ended` only.
  parent.stdin.on('error', () => {});

  return {
    async run(file, { input = '', env = {} } = {}) {
      const folder = mkdtempSync(path.join(installation.folder, '.php-'));
      const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
      writeFileSync(path.join(folder, 'in'), input);
      const done = new Promise<string>((resolve) => running.set(folder, resolve));
      parent.stdin.write(`${JSON.stringify({ folder, file, env })}\n`);
      try {
        const status = await Promise.race([done, ended]);
        if (status === null) throw phpFailure(file, 'fork.php has ended', '');
        if (status !== '0') throw phpFailure(file, read('err'), read('out'));
        return read('out');
      } finally {
        running.delete(folder);
        rmSync(folder, { recursive: true });
      }
    },
    async stop() {
      parent.stdin.end();
      await ended;
    },
  };
}
