import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { execa, type Options } from 'execa';
import { patience } from '../../support/patience';
import { makeOnce } from './cache';

/** Something that tests need and that is fetched once. `tests/downloads.ts` has the list of all. */
export interface Download {
  /** Its name in messages. */
  title: string;
  isThere(): boolean;
  /** @returns why it cannot be asked for here, with the way to change that; null when it can */
  lacking(): string | null;
  /** Fetches it, unless it is there. It throws when that fails. */
  fetch(): Promise<void>;
}

/**
 * @param folder does not exist until it is there, unless `part` looks closer
 * @param make fills an empty folder, as for `makeOnce`
 */
export const download = (
  folder: string,
  part: Omit<Download, 'isThere' | 'fetch'> & Partial<Download>,
  make: (empty: string) => Promise<void>,
): Download => ({ isThere: () => existsSync(folder), fetch: () => makeOnce(folder, make), ...part });

/** @returns why something cannot be had, with the way to get it; null when it is there or can be fetched */
export function whyNot({ title, isThere, lacking }: Download): string | null {
  if (isThere()) return null;
  // No test tries again what tests/downloads.ts could not fetch.
  const missing: Record<string, string> = JSON.parse(process.env.NOT_DOWNLOADED ?? '{}');
  return missing[title] ?? lacking();
}

/**
 * Runs a program that downloads.
 * @throws with the first line of its complaint
 */
export async function fetchWith(program: string, args: string[], options: Options = {}): Promise<void> {
  const { failed, stderr } = await execa(program, args, {
    ...options,
    reject: false,
    timeout: patience,
  });
  // Composer begins with the place in its own code.
  const [said] = String(stderr).match(/^(?! *In \S+ line \d+:)[ \t]*\S.*$/m) ?? [];
  if (failed) throw new Error(said?.trim() ?? `${program} does not say why`);
}

export const hasComposer = () => spawnSync('composer', ['--version']).status === 0;

/** @throws as `fetchWith` */
export const composer = (...args: string[]): Promise<void> =>
  fetchWith('composer', [...args, '--no-interaction', '--no-progress', '--quiet'], {
    env: { COMPOSER_ALLOW_SUPERUSER: '1' },
  });
