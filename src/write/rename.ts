import { renameSync } from 'node:fs';

/**
 * Renames. On Windows a virus scanner may hold a new file for a moment; fs-extra tries again on EPERM and EBUSY.
 * Elsewhere that is not needed, and loading it costs 10 ms.
 */
export async function rename(from: string, to: string): Promise<void> {
  if (process.platform !== 'win32') return renameSync(from, to);
  const { default: fs } = await import('fs-extra');
  await fs.rename(from, to);
}
