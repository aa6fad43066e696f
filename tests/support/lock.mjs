import { linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Takes a lock for as long as this process lives. Its file names the owner by number and start time, because a number alone
 * may belong to another process after a reboot.
 * @param {string} lock the file, whose folder exists
 * @returns {boolean} whether it is this process's now; one whose owner has died is removed for the next try
 */
export function takeLock(lock) {
  // Linked and not written in place: nobody ever reads an empty lock.
  const folder = mkdtempSync(path.join(path.dirname(lock), '.lock-'));
  const own = path.join(folder, 'owner');
  try {
    writeFileSync(own, ownerOf(process.pid));
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} lock */
function isAbandoned(lock) {
  try {
    const owner = readFileSync(lock, 'utf8');
    return owner !== ownerOf(Number.parseInt(owner, 10));
  } catch {
    // Released between the two looks.
    return false;
  }
}

/**
 * @param {number} pid
 * @returns {string} of a process that lives: its number, and on Linux when it started; otherwise what no lock says
 */
function ownerOf(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return 'nobody';
  }
  return `${pid} ${startOf(pid)}`;
}

/**
 * @param {number} pid
 * @returns {string} clock ticks since the machine booted; empty where there is no `/proc`
 */
function startOf(pid) {
  try {
    // Behind the name of the program, which may hold anything: field 22 of the line.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
