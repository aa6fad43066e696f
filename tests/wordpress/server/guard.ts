import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';

/**
 * Ends the program when standard input ends: that happens also when the test process was killed and could clean up nothing.
 * Servers fork workers, so the whole process group goes, the program also by its number (PHP-FPM leaves the group), and the
 * folder with them.
 */
const watch = `"$@" & read -r _; trap "" $SIGNAL; kill -$SIGNAL 0 $!; wait; rm -rf -- "$FOLDER"`;

export interface Guarded {
  /** Ends it, gently for 3 s, and deletes the folder. */
  stop(): Promise<void>;
}

/**
 * Starts a server that does not outlive this process.
 * @param options `folder` is deleted behind it, `output` is the file for what it prints, `signal` the one that it ends at,
 * `env` replaces the environment
 */
export function startGuarded(
  command: string[],
  options: { folder: string; output: string; signal: 'INT' | 'TERM'; env?: NodeJS.ProcessEnv },
): Guarded {
  const output = openSync(options.output, 'a');
  const child: ChildProcess = spawn('sh', ['-c', watch, 'sh', ...command], {
    detached: true,
    stdio: ['pipe', output, output],
    env: { ...(options.env ?? process.env), FOLDER: options.folder, SIGNAL: options.signal },
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    async stop() {
      child.stdin?.end();
      const patience = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 3000);
      await ended;
      clearTimeout(patience);
      rmSync(options.folder, { recursive: true, force: true });
    },
  };
}

/**
 * Kills the process group of a child when the child ends, or this process, even by SIGKILL: what the child started would go on.
 * @param child was spawned with `detached`, so that it leads a group
 */
export function endGroupWith(child: ChildProcess): void {
  const watcher = spawn('sh', ['-c', 'read -r _; kill -s KILL -- "-$0" 2> /dev/null', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  child.once('exit', () => watcher.stdin?.end());
}
