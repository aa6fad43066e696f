import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-port';
import { patience } from '../../support/patience';
import { startGuarded } from './guard';
import { type Installation, phpEnvironment, phpFolder, phpSettings } from './php';

/** PHP's own web server with an installation in it, on 127.0.0.1. */
export async function startWebServer(installation: Installation, workers: number) {
  // PHP cannot say which port it took, so it has to be told one.
  const port = await freePort();
  const logFile = path.join(installation.folder, 'php.log');
  const output = path.join(installation.folder, 'php-server.log');
  const listen = ['-S', `127.0.0.1:${port}`, '-t', installation.folder, path.join(phpFolder, 'router.php')];
  const { stop } = startGuarded(['php', ...phpSettings(), '-d', `error_log=${logFile}`, ...listen], {
    folder: installation.folder,
    output,
    // At SIGINT it waits for its workers; at SIGTERM it would leave them behind as zombies where nobody collects them.
    signal: 'INT',
    env: { ...process.env, ...phpEnvironment(installation), PHP_CLI_SERVER_WORKERS: String(workers) },
  });
  if (!(await answers(port))) {
    const reason = readFileSync(output, 'utf8');
    await stop();
    throw new Error(`php -S did not start:\n${reason}`);
  }
  return { port, stop, errors: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '') };
}

/** @returns whether somebody listens, as soon as somebody does; false where nobody will */
export async function answers(port: number): Promise<boolean> {
  for (let attempt = 0; attempt * 50 < patience; attempt++) {
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
