import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { onTestFinished } from 'vitest';
import { schemasOf } from '../../src/cli/results';
import { ensureBuilt } from '../support/built';

const root = path.resolve(import.meta.dirname, '../..');
export const bin = path.join(root, 'bin', 'create-headless-site.js');

export interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Both, for "appears nowhere". */
  all: string;
}

export interface Options {
  cwd: string;
  env?: Record<string, string | undefined>;
  /** Text for standard input; `open` is a pipe that never closes. Default: at its end from the start. */
  stdin?: string | { open: true };
}

/** Runs the built program as a user would, with nothing of the caller's environment but PATH and HOME. */
export function cli(args: readonly string[], options: Options): Promise<Result> {
  const began = Date.now();
  const child = start(args, options);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data) => {
    stdout += data;
  });
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  if (typeof options.stdin === 'string') child.stdin?.end(options.stdin);
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      try {
        holdToSchema(args, stdout);
        keepSecret(options.cwd, began, stdout + stderr);
        resolve({ code, stdout, stderr, all: stdout + stderr });
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** The secrets of a site are in no output, and in no file that this run wrote and others may read. */
function keepSecret(cwd: string, began: number, printed: string): void {
  const below = existsSync(cwd) ? readdirSync(cwd, { withFileTypes: true }) : [];
  const folders = [
    cwd,
    ...below.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(cwd, name)),
  ];
  for (const site of folders.filter((folder) =>
    statSync(path.join(folder, '.env.local'), { throwIfNoEntry: false })?.isFile(),
  )) {
    const env = readFileSync(path.join(site, '.env.local'), 'utf8');
    const secrets = [...env.matchAll(/^\w+_SECRET(?:_PREVIOUS)?=["'`]?([^"'`\r\n]{16,})/gm)].map(
      ([, value]) => String(value),
    );
    const places = [printed, ...writtenForAll(site, began).map((file) => readFileSync(file, 'utf8'))];
    for (const secret of secrets)
      if (places.some((text) => text.includes(secret))) throw new Error(`a secret got out of ${site}`);
  }
}

function writtenForAll(site: string, began: number): string[] {
  return readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\/(node_modules|\.next|\.git)(\/|$)/.test(entry.parentPath))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const { mtimeMs, mode } = statSync(file);
      return mtimeMs >= began - 1 && (mode & 0o044) !== 0;
    });
}

/** The output of `--json` is one object of the published schema, whatever happens. */
function holdToSchema(args: readonly string[], stdout: string): void {
  if (!args.includes('--json') || args.includes('--help') || args.includes('--print-schema') || !stdout)
    return;
  const name = commandNames.find((command) => args.includes(command)) ?? 'create';
  validators[name] ??= new Ajv2020({ strict: false }).compile(schemasOf(name).result as object);
  const validate = validators[name];
  if (validate(JSON.parse(stdout))) return;
  throw new Error(`not as published: ${JSON.stringify(validate.errors)}\n${stdout}`);
}

const commandNames = ['regenerate-config', 'doctor', 'connect', 'add'] as const;
const validators: Partial<Record<string, ValidateFunction>> = {};

export function start(args: readonly string[], { cwd, env, stdin }: Options): ChildProcess {
  ensureBuilt();
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    // Next's types, which other tests bring along, want NODE_ENV in every environment.
    env: baseEnv(env) as NodeJS.ProcessEnv,
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });
  return child;
}

export function baseEnv(env: Options['env'] = {}): Record<string, string> {
  const home = { PATH: process.env.PATH, HOME: process.env.HOME, GIT_CONFIG_NOSYSTEM: '1' };
  const set = Object.entries({ ...home, ...env }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Record<string, string>;
}

/** A directory outside the repository that goes away with the test. */
export function scratch(name = 'chs-'): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), name));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Creates a site without packages and Git; fails the test when that does not work. */
export async function createSite(
  cwd: string,
  args: readonly string[] = [],
  env?: Options['env'],
): Promise<string> {
  const all = ['site', '--yes', '--no-install', '--no-git', ...args];
  const { code, all: output } = await cli(all, { cwd, env });
  if (code !== 0) throw new Error(`create ended with ${code}:\n${output}`);
  return path.join(cwd, 'site');
}

/** Every file below a directory with its bytes, by path: to see that nothing changed. */
export function snapshot(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(directory, file), readFileSync(file, 'latin1')];
    }),
  );
}

export function read(directory: string, file: string): string {
  return readFileSync(path.join(directory, file), 'utf8');
}

/** Changes a file as its owner would; fails the test when there is nothing to change. */
export function edit(directory: string, file: string, from: string | RegExp, to: string): void {
  const text = read(directory, file);
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${file} has no ${from}`);
  writeFileSync(path.join(directory, file), edited);
}

export function json<Value = Record<string, unknown>>(directory: string, file: string): Value {
  return JSON.parse(read(directory, file)) as Value;
}

export function secretsOf(site: string): { revalidation: string; preview: string } {
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(site, '.env.local'))?.[1] ?? '';
  return { revalidation: value('REVALIDATION_SECRET'), preview: value('PREVIEW_SECRET') };
}
