import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** @returns why no disk of a size of one's own can be had; null when it can */
export function whyNoSmallDisk(): string | null {
  try {
    if (process.getuid?.() === 0) {
      execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
      return null;
    }
  } catch {
    // A container without the right to mount.
  }
  return 'needs root and tmpfs';
}

/**
 * A disk of 256 KiB.
 * @param folder where it is mounted; a new one by default
 */
export function mountSmallDisk(folder = mkdtempSync(path.join(tmpdir(), 'disk-'))) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
  return {
    folder,
    readOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder]),
    writable: () => void execFileSync('mount', ['-o', 'remount,rw', folder]),
    unmount: () => void execFileSync('umount', ['-l', folder]),
  };
}

/** Makes a folder read-only, as it is, also for root. */
export function mountReadOnly(folder: string) {
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
  return { unmount: () => void execFileSync('umount', ['-l', folder]) };
}

/** Unmounts what a run that was killed has left below a folder, which could not be deleted otherwise. */
export function unmountBelow(folder: string): void {
  const mounts = existsSync('/proc/self/mounts') ? readFileSync('/proc/self/mounts', 'utf8').split('\n') : [];
  for (const [, at] of mounts.map((line) => line.split(' ')))
    if (at?.startsWith(`${folder}/`)) execFileSync('umount', ['-l', at]);
}

/**
 * Takes all that is free.
 * @returns gives it back
 */
export function fill(folder: string): () => void {
  const file = path.join(folder, 'filler');
  const open = openSync(file, 'w');
  try {
    for (;;) writeSync(open, Buffer.alloc(4_096));
  } catch {
    closeSync(open);
  }
  return () => rmSync(file);
}
