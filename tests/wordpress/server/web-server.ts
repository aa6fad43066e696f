import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Installation, phpEnvironment, phpFolder, phpSettings } from './php';

/**
 * Starts PHP, and ends it when standard input ends: that happens also when the test process was killed and could clean up
 * nothing. `php -S` forks its workers, so the whole process group goes, and the files of the installation with it. At
 * SIGINT the server waits for its workers; at SIGTERM it would leave them behind as zombies where nobody collects them.
 */
const watch = 'php "$@" & read -r _; trap "" INT; kill -INT 0; wait; rm -rf -- "$WP_TEST_INSTANCE"';

/** PHP's own web server with an installation in it, on 127.0.0.1. */
export async function startWebServer(installation: Installation, workers: number) {
  const port = await freePort();
  const logFile = path.join(installation.folder, 'php.log');
  const output = openSync(path.join(installation.folder, 'php-server.log'), 'a');
  const listen = ['-S', `127.0.0.1:${port}`, '-t', installation.folder, path.join(phpFolder, 'router.php')];
  const child = spawn('sh', ['-c', watch, 'sh', ...phpSettings(), '-d', `error_log=${logFile}`, ...listen], {
    detached: true,
    stdio: ['pipe', output, output],
    env: { ...process.env, ...phpEnvironment(installation), PHP_CLI_SERVER_WORKERS: String(workers) },
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const stop = async () => {
    child.stdin?.end();
    const patience = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 3000);
    await ended;
    clearTimeout(patience);
    rmSync(installation.folder, { recursive: true, force: true });
  };
  if (!(await answers(port))) {
    const reason = readFileSync(path.join(installation.folder, 'php-server.log'), 'utf8');
    await stop();
    throw new Error(`php -S did not start:\n${reason}`);
  }
  return { port, stop, errors: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '') };
}

/** @returns whether somebody listens, within 10 s */
async function answers(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (connected) return true;
    await sleep(50);
  }
  return false;
}

/** PHP cannot say which port it took, so it has to be told one. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
