import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../../config/index.ts';
import { isBuild } from '../../config/site.ts';
import type { Snapshot } from './types.ts';

/**
 * Where a build keeps what it read from the CMS: below `.next/cache`, for this build only. Parts of a snapshot that was
 * interrupted stay, so that the next build goes on from there.
 */
const FOLDER = path.join('.next', 'cache', 'cms-snapshot');

/** Read by `bin/build-table.ts` too. */
export interface Stored {
  /** Process that took it: a snapshot of another build is never read. */
  pid: number;
  url: string;
  /** The strategies as they were validated, for the table at the end of the build. */
  rendering: SiteConfig['rendering'];
  snapshot: Snapshot;
}

/** Whether this process takes the snapshot; the ones that render pages know by `isBuild`. */
let taking = false;

/** Forgets the snapshot of an earlier build, but not the parts of one that was interrupted. */
export function beginSnapshot(): void {
  for (const name of ['snapshot.json', 'requests.jsonl', 'not-shown.jsonl'])
    rmSync(path.join(FOLDER, name), { force: true });
  mkdirSync(path.join(FOLDER, 'parts'), { recursive: true });
  taking = true;
}

export function writeSnapshot({ wordpress, rendering }: SiteConfig, snapshot: Snapshot): void {
  const stored: Stored = { pid: process.pid, url: wordpress.graphqlUrl, rendering, snapshot };
  writeWhole('snapshot.json', stored);
  rmSync(path.join(FOLDER, 'parts'), { recursive: true, force: true });
}

/** @returns null when this build took none, or took it from another CMS */
export function readSnapshot(url: string): Snapshot | null {
  const stored = readWhole<Stored>('snapshot.json');
  const ours = stored?.pid === process.pid || stored?.pid === process.ppid;
  return stored && ours && stored.url === url ? stored.snapshot : null;
}

export interface Part {
  url: string;
  /** The document: another one asks for more, or for less. */
  question: string;
  /** Milliseconds since 1970. */
  at: number;
  list: unknown;
}

/** @param name made of letters, digits and dashes */
export function writePart(name: string, part: Part): void {
  writeWhole(path.join('parts', `${name}.json`), part);
}

export function readPart(name: string): Part | null {
  return readWhole<Part>(path.join('parts', `${name}.json`));
}

export interface LoggedRequest {
  name: string;
  ms: number;
  status: number | undefined;
}

/** One line a request, from all processes of the build. Nothing of the request itself: it may carry credentials. */
export function logRequest(request: LoggedRequest): void {
  if (!taking && !isBuild) return;
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(path.join(FOLDER, 'requests.jsonl'), `${JSON.stringify(request)}\n`);
}

/** What a page has that this site does not show, for the table at the end of the build. */
export function logNotShown(uri: string, kinds: readonly string[]): void {
  if (!isBuild) return;
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(path.join(FOLDER, 'not-shown.jsonl'), `${JSON.stringify({ uri, kinds })}\n`);
}

export function readRequests(): LoggedRequest[] {
  const file = path.join(FOLDER, 'requests.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LoggedRequest);
}

/** Written beside and renamed, so that a killed build leaves no half file. */
function writeWhole(name: string, value: unknown): void {
  const file = path.join(FOLDER, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(value));
  renameSync(`${file}.new`, file);
}

function readWhole<T>(name: string): T | null {
  const file = path.join(FOLDER, name);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}
