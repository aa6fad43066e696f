import fs from 'node:fs';
import path from 'node:path';
import { buildProcess, isBuild } from '../../config/site.ts';
import { CONTENT, FOLDER, LIFE_MS, SnapshotFile } from './file.ts';

/** In the folder of a build that has read everything: nobody goes on with it, whatever became of the build. */
const DONE = 'done';

/** Milliseconds after which a folder is nobody's, though a process has its number. */
const OLD_MS = 24 * 3600_000;

/** Whether this process takes the snapshot; the ones that render pages know by `isBuild`. */
let taking = false;

const ownFolder = () => path.join(FOLDER, buildProcess());

export interface Begun {
  file: SnapshotFile;
  /** Files of interrupted builds, the last one first. */
  before: SnapshotFile[];
}

/**
 * A new snapshot, to be written. Leaves alone what another build that runs is writing.
 * @param url address of the CMS
 * @throws {Error} as the disk says it
 */
export function beginSnapshot(url: string): Begun {
  fs.mkdirSync(FOLDER, { recursive: true });
  const left = fs
    .readdirSync(FOLDER)
    .flatMap((name) => leftIn(name) ?? [])
    .sort((a, b) => b.at - a.at);
  const before = left.flatMap(({ folder }) => SnapshotFile.open(folder, url) ?? []);
  const own = ownFolder();
  fs.mkdirSync(own, { recursive: true });
  taking = true;
  return { file: SnapshotFile.create(own, url), before };
}

/** To be called when the snapshot is whole. Deletes what interrupted builds have left: what is true of it is in this one. */
export function endSnapshot({ file: { folder }, before }: Begun): void {
  fs.writeFileSync(path.join(folder, DONE), '');
  for (const file of before) {
    file.close();
    fs.rmSync(file.folder, { recursive: true, force: true });
  }
}

/**
 * The remains in one folder for the next build. Deletes it where there are none: a build that has read everything, one too long
 * ago, an older version's files.
 */
function leftIn(name: string): { folder: string; at: number } | null {
  const folder = path.join(FOLDER, name);
  const [, pid] = /^(\d+)(?:-\d+)?$/.exec(name) ?? [];
  const isOwn = name === buildProcess();
  if (pid === name && !isOwn && isRunning(Number(pid)) && ageOf(folder) < OLD_MS) return null;
  const age = pid === undefined ? Number.NaN : ageOf(path.join(folder, CONTENT));
  if (!(age < LIFE_MS) || fs.existsSync(path.join(folder, DONE))) {
    fs.rmSync(folder, { recursive: true, force: true });
    return null;
  }
  // A container gives its processes the same numbers each time.
  const kept = isOwn ? `${folder}-${Date.now()}` : folder;
  if (isOwn) fs.renameSync(folder, kept);
  return { folder: kept, at: -age };
}

/** Milliseconds since it was written to; NaN where it is not there. */
function ageOf(file: string): number {
  return Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns null when this build took none, or took it from another CMS */
export function readSnapshot(url: string): SnapshotFile | null {
  const file = SnapshotFile.open(ownFolder(), url);
  return file?.snapshot ? file : null;
}

export interface LoggedRequest {
  name: string;
  ms: number;
  status: number | undefined;
}

/** One line a request, from all processes of the build. Nothing of the request itself: it may carry credentials. */
export function logRequest(request: LoggedRequest): void {
  if (taking || isBuild) append('requests.jsonl', request);
}

/** Logs parts of a page that this site does not show, for the table at the end of the build. */
export function logNotShown(uri: string, kinds: readonly string[]): void {
  if (isBuild) append('not-shown.jsonl', { uri, kinds });
}

function append(name: string, line: unknown): void {
  const folder = ownFolder();
  fs.mkdirSync(folder, { recursive: true });
  fs.appendFileSync(path.join(folder, name), `${JSON.stringify(line)}\n`);
}

export function readRequests(): LoggedRequest[] {
  const file = path.join(ownFolder(), 'requests.jsonl');
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LoggedRequest);
}
