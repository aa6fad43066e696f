import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until servers have had nothing to do for a third of a second, however long they take on a busy machine: what is made
 * behind an answer is there then. A CMS in this process has answered them by that time, too.
 * @param servers with the numbers of their processes
 */
export async function untilIdle(...servers: { pid: () => number }[]): Promise<void> {
  for (let calm = 0; calm < 11; ) {
    await sleep(30);
    calm = servers.some(({ pid }) => isBusy(pid())) ? 0 : calm + 1;
  }
}

/** Whether a thread runs, waits for its turn or for the disk. Where there is no /proc, nobody knows. */
function isBusy(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  return readNames(threads).some((thread) => /^\d+ \(.*\) [RD]/s.test(read(`${threads}/${thread}/stat`)));
}

const readNames = (folder: string) => or([], () => readdirSync(folder));
const read = (file: string) => or('', () => readFileSync(file, 'utf8'));

/** A thread, or the process, may have ended meanwhile. */
function or<T>(other: T, read: () => T): T {
  try {
    return read();
  } catch {
    return other;
  }
}
