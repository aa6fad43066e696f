/**
 * Messages that wait on the disk, a file each, so that several processes can share the folder: whoever renames a file has it.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Letter } from './deliver/letter.ts';

/** In the site's folder. Its owner keeps it where the site runs in a container (`docs/contact.md`). */
const FOLDER = '.contact-outbox';
const WAITING = path.join(FOLDER, 'waiting');
const REFUSED = path.join(FOLDER, 'refused');
/** Messages that may wait: a disk is not filled by a form. */
const MOST = 1000;
/** Seconds after which whoever has taken a message to deliver it must have died. */
const TAKEN_SECONDS = 10 * 60;

const ID = /^[0-9a-f]{32}$/;

/**
 * Keeps a message, for good: when this returns, the disk has it, even if the machine loses its power.
 * @throws {Error} as the disk says it, or where too many wait
 */
export async function keepLetter(letter: Letter): Promise<void> {
  await mkdir(WAITING, { recursive: true, mode: 0o700 });
  if ((await readdir(WAITING)).length >= MOST) throw new Error(`${MOST} messages wait in ${WAITING}`);
  const file = path.join(WAITING, letter.id);
  try {
    const handle = await open(`${file}.new`, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(letter));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
  } catch (error) {
    await rm(`${file}.new`, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(WAITING);
}

/** Ids of those that wait, the one that was tried longest ago first. Takes back what a process that died had taken. */
export async function waitingLetters(): Promise<string[]> {
  const names = await readdir(WAITING).catch(() => []);
  const found = await Promise.all(names.map(look));
  return found
    .flatMap((letter) => letter ?? [])
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);
}

/** Whether there is nothing at all. */
export async function isOutboxEmpty(): Promise<boolean> {
  return (await readdir(WAITING).catch(() => [])).length === 0;
}

async function look(name: string): Promise<{ id: string; at: number } | undefined> {
  const [id = '', ending] = name.split('.');
  const file = path.join(WAITING, name);
  const at = (await stat(file).catch(() => undefined))?.mtimeMs;
  if (!ID.test(id) || at === undefined) return undefined;
  if (ending === undefined) return { id, at };
  if (Date.now() - at < TAKEN_SECONDS * 1000) return undefined;
  // One that was never whole was never accepted.
  if (ending === 'new') return void (await rm(file, { force: true }));
  await rename(file, path.join(WAITING, id)).catch(() => undefined);
  return { id, at };
}

export interface TakenLetter {
  letter: Letter;
  /** It was delivered. */
  remove(): Promise<void>;
  /** It waits on. */
  putBack(): Promise<void>;
  /** It will never be taken: it stays for its owner to read. @returns where */
  refuse(): Promise<string>;
}

/** Takes one to deliver it. @returns null where another process has it, or where it cannot be read */
export async function takeLetter(id: string): Promise<TakenLetter | null> {
  const file = path.join(WAITING, id);
  const taken = `${file}.taken`;
  const refused = path.join(REFUSED, id);
  try {
    const now = new Date();
    await utimes(file, now, now);
    await rename(file, taken);
  } catch {
    return null;
  }
  const putBack = () => rename(taken, file);
  const refuse = async () => {
    await mkdir(REFUSED, { recursive: true, mode: 0o700 });
    await rename(taken, refused);
    return refused;
  };
  try {
    const letter = JSON.parse(await readFile(taken, 'utf8')) as Letter;
    return { letter, remove: () => rm(taken, { force: true }), putBack, refuse };
  } catch (error) {
    console.error(`[contact] ${await refuse()} cannot be read: ${(error as Error).message}`);
    return null;
  }
}

/** The name of a file is kept by its folder. Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
