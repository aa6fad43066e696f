import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { CliError } from '../base/errors';
import { isAlive } from './alive';
import { bytesHash } from './bytes-hash';
import { isLink, resolveInside } from './inside';

export type Change =
  | { path: string; contents: string | Buffer; mode: number }
  /** Removes a file of ours. */
  | { path: string; remove: true };

/** Git-ignored in every site, and by a file of its own: copies in it may hold secrets. */
const FOLDER = '.headless-site/backup';
const JOURNAL = 'journal.json';
const PRIVATE = { file: 0o600, folder: 0o700 };

const journalSchema = z.object({
  /** What the temporary files of that run end with. */
  suffix: z.string().regex(/^\.\d+\.tmp$/),
  entries: z.array(
    z.object({
      path: z.string(),
      /** SHA-256 of the file before and after the change; absent: there was, or is to be, no such file. */
      before: z.string().optional(),
      after: z.string().optional(),
      /** Name of the copy of what was there. */
      backup: z.string().regex(/^\d+$/).optional(),
    }),
  ),
  /** Folders that the run makes, outermost first. */
  folders: z.array(z.string()),
});

type Journal = z.output<typeof journalSchema>;

export interface Undone {
  restored: string[];
  /** Changed by somebody since: left as they are. */
  kept: string[];
}

/**
 * Where the journal lies. What is in this folder gets deleted, so a link to somebody else's folder is none of ours.
 * @throws {CliError} `usage` when it is a link or lies behind one
 */
function folderOf(root: string): string {
  return resolveInside(root, FOLDER);
}

/**
 * Makes the folder that every site has, in a directory that is to become one: of two runs at once only one gets it.
 * @throws {CliError} `target` when it is there
 */
export function claimDirectory(root: string): void {
  try {
    fs.mkdirSync(path.join(root, path.dirname(FOLDER)));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? overtaken(root) : error;
  }
}

function overtaken(root: string): CliError {
  return new CliError('target', `Another process is creating, or has created, a site here: ${root}`);
}

/**
 * Writes down, before anything is changed, what is needed to undo it: copies of what will be replaced, and then the
 * journal, whose appearance is the moment from which a run that is killed gets undone by the next one.
 * @param isNew none of the files may be there yet
 * @returns what the temporary files of this run end with
 * @throws {CliError} `target` when another run was quicker
 */
export function openJournal(root: string, changes: readonly Change[], isNew: boolean): string {
  try {
    return writeJournal(root, changes, isNew);
  } catch (error) {
    // A run that starts takes away a folder without a journal: it cannot tell it from one that was left behind.
    throw isNew && (error as NodeJS.ErrnoException).code === 'ENOENT' ? overtaken(root) : error;
  }
}

function writeJournal(root: string, changes: readonly Change[], isNew: boolean): string {
  const folders = missingFolders(root, [`${FOLDER}/${JOURNAL}`, ...changes.map((change) => change.path)]);
  const folder = folderOf(root);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  fs.mkdirSync(folder, { mode: PRIVATE.folder });
  fs.writeFileSync(path.join(folder, '.gitignore'), '*\n');
  const entries = changes.map((change, index): Journal['entries'][number] => {
    const target = resolveInside(root, change.path);
    const before = readIfThere(target);
    if (before) keep(before, fs.statSync(target).mode, path.join(folder, String(index)));
    return {
      path: change.path,
      before: before && bytesHash(before),
      after: 'remove' in change ? undefined : bytesHash(change.contents),
      ...(before ? { backup: String(index) } : {}),
    };
  });
  if (isNew && entries.some(({ before }) => before !== undefined)) throw overtaken(root);
  const suffix = `.${process.pid}.tmp`;
  const text = JSON.stringify({ suffix, entries, folders } satisfies Journal);
  const temporary = path.join(folder, `${JOURNAL}.tmp`);
  fs.writeFileSync(temporary, text, { mode: PRIVATE.file, flush: true });
  fs.renameSync(temporary, path.join(folder, JOURNAL));
  return suffix;
}

/** From here on the changes stay: there is nothing left to undo them with. */
export function closeJournal(root: string): void {
  const folder = folderOf(root);
  fs.rmSync(path.join(folder, JOURNAL));
  removeFolder(folder);
}

/** Whether a run ended, or is at work, in the middle of its changes. */
export function isOpen(root: string): boolean {
  return fs.existsSync(path.join(folderOf(root), JOURNAL));
}

/** Whether a run left anything here, be it only copies that it never needed. */
export function hasRemains(root: string): boolean {
  return fs.existsSync(folderOf(root));
}

/** Undoes what a killed run left half done, where no lock tells whether it is still at work. */
export function undoKilled(root: string): void {
  // Also an empty one: a run may be killed right after making it. One that is a link no run has made: it is in the way.
  const made = path.join(root, path.dirname(FOLDER));
  if (!fs.existsSync(made) || isLink(made)) return;
  const { suffix = '' } = readJournal(root) ?? {};
  if (!isAlive(Number(suffix.split('.')[1]))) undoChanges(root);
}

/**
 * Puts back what a run changed that did not come to its end, and removes what it made. Synchronous, and may itself be
 * ended at any point: the next call goes on. A file that was changed since is somebody's work and stays.
 * @returns undefined when there was nothing to undo
 * @throws {CliError} `usage` for a journal that cannot be read or points out of the site
 */
export function undoChanges(root: string): Undone | undefined {
  const journal = readJournal(root);
  const undone: Undone = { restored: [], kept: [] };
  const folder = folderOf(root);
  for (const { path: file, before, after, backup } of journal?.entries.toReversed() ?? []) {
    const target = resolveInside(root, file);
    fs.rmSync(`${target}${journal?.suffix}`, { force: true });
    const there = readIfThere(target);
    const now = there && bytesHash(there);
    if (now === before) continue;
    if (now !== after) {
      undone.kept.push(file);
      continue;
    }
    if (backup === undefined) fs.rmSync(target, { force: true });
    else {
      fs.mkdirSync(path.dirname(target), { recursive: true });
      // A rename needs no space, which a full disk would not have.
      fs.renameSync(path.join(folder, backup), target);
    }
    undone.restored.push(file);
  }
  for (const made of journal?.folders.toReversed() ?? []) {
    // The one that this journal lies in goes last.
    if (!FOLDER.startsWith(made)) removeIfEmpty(resolveInside(root, made));
  }
  if (journal) fs.rmSync(path.join(folder, JOURNAL), { force: true });
  removeFolder(folder);
  return journal && undone;
}

function readJournal(root: string): Journal | undefined {
  const bytes = readIfThere(path.join(folderOf(root), JOURNAL));
  if (!bytes) return undefined;
  try {
    return journalSchema.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new CliError('usage', `${FOLDER}/${JOURNAL} cannot be used.`, {
      fix: `It undoes a run that was ended in the middle. Bring the files in order by hand and delete ${FOLDER}.`,
    });
  }
}

/** Does not fail when it cannot: what is left is no journal any more, and the next run takes it away. */
function removeFolder(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    return;
  }
  removeIfEmpty(path.dirname(folder));
}

function removeIfEmpty(folder: string): void {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
}

/** Folders that must be made for these files, outermost first. */
function missingFolders(root: string, files: readonly string[]): string[] {
  const all = files.flatMap((file) => {
    const steps = path.posix.dirname(file).split('/');
    return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  });
  return [...new Set(all)].filter((folder) => !fs.existsSync(path.join(root, folder))).sort();
}

/** With its mode, and on the disk: it may be all that is left of somebody's text. */
function keep(contents: Buffer, mode: number, file: string): void {
  fs.writeFileSync(file, contents, { mode: PRIVATE.file, flush: true });
  fs.chmodSync(file, mode & 0o777);
}

function readIfThere(file: string): Buffer | undefined {
  return fs.statSync(file, { throwIfNoEntry: false }) && fs.readFileSync(file);
}
