import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Run } from '../../cli/run';
import { COMPANION_FILE, ENV_FILE } from '../../plan/managed';
import type { Asked } from './ask';

export interface Committed {
  done: boolean;
  /** Why not, where that is worth a word. */
  note?: string;
}

/** Starts a repository with a first commit. An obstacle is a note, never a failure. */
export async function commitSite(run: Run, { answers, target }: Asked): Promise<Committed> {
  const { directory } = target;
  if (answers.cli?.git === false) return { done: false, note: uncovered(directory) };
  const env = withoutGitVariables(run.env);
  const { execa } = await import('execa');
  const git = (...args: string[]) =>
    execa('git', args, { cwd: directory, stdin: 'ignore', all: true, reject: false, extendEnv: false, env });

  const inside = await git('rev-parse', '--is-inside-work-tree');
  if (inside.code === 'ENOENT')
    return { done: false, note: 'Git is not installed: no repository was started.' };
  const exposed = async () => {
    const { stdout } = await git('check-ignore', ENV_FILE, COMPANION_FILE);
    return [ENV_FILE, COMPANION_FILE].filter((file) => !stdout.split(/\r?\n/).includes(file));
  };
  if (inside.stdout === 'true') {
    return {
      done: false,
      note: `Inside a Git repository already: nothing was committed.${warning(await exposed())}`,
    };
  }
  // A repository of somebody else, or a broken one: Git says no to both as it does where there is none.
  if (anyAbove(directory, (folder) => existsSync(path.join(folder, '.git')))) {
    const said = `Inside a Git repository that Git does not open: nothing was committed. Git said: ${firstLine(inside.all)}`;
    return { done: false, note: [said, uncovered(directory)].filter(Boolean).join(' ') };
  }
  if (insideWorkspace(directory))
    return { done: false, note: 'Inside a workspace: no repository was started.' };

  const started = await git('init', '--quiet', '--initial-branch=main');
  if (started.failed)
    return { done: false, note: `Git could not start a repository: ${lastLine(started.all)}` };
  const secret = await exposed();
  if (secret.length > 0) return { done: false, note: `Nothing was committed.${warning(secret)}` };
  await git('add', '--all');
  const commit = await git('commit', '--quiet', '--message=Create site with create-headless-site');
  if (!commit.failed) return { done: true };
  const identity = /user\.(name|email)|identity|ident name/i.test(commit.all ?? '');
  const why = identity ? 'Git does not know your name yet' : `Git said: ${lastLine(commit.all)}`;
  return { done: false, note: `A repository was started, but nothing was committed. ${why}.` };
}

function warning(exposed: readonly string[]): string {
  if (exposed.length === 0) return '';
  return ` Your .gitignore does not cover ${exposed.join(' and ')}: add it before you commit, it holds secrets.`;
}

/**
 * A note when somebody's own .gitignore was kept and leaves the secrets open, judged without a repository to ask. The
 * plugin's settings are covered by a .gitignore of their own.
 */
function uncovered(directory: string): string | undefined {
  const lines = textOf(path.join(directory, '.gitignore')).split(/\r?\n/);
  const covered = lines.some((line) => /^\/?(\.env(\*|\.\*|\.local|\*\.local)|\*\.local)$/.test(line.trim()));
  return covered ? undefined : warning([ENV_FILE]).trim();
}

/** A caller that is itself a Git hook hands down the address of its own repository. */
function withoutGitVariables(env: Run['env']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|(ALTERNATE_)?OBJECT_DIRECTOR(Y|IES))$/.test(name),
    ),
  );
}

function insideWorkspace(directory: string): boolean {
  return anyAbove(
    path.dirname(directory),
    (folder) =>
      existsSync(path.join(folder, 'pnpm-workspace.yaml')) ||
      /"workspaces"\s*:/.test(textOf(path.join(folder, 'package.json'))),
  );
}

/** Whether this is so of a folder, or of one that it lies in. */
function anyAbove(folder: string, isSo: (folder: string) => boolean): boolean {
  const parent = path.dirname(folder);
  return isSo(folder) || (parent !== folder && anyAbove(parent, isSo));
}

/** Nothing where there is no such file, or one that cannot be read: that is no reason to fail after a site was written. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function firstLine(text: string | undefined): string {
  return text?.trim().split('\n').at(0) ?? '';
}

function lastLine(text: string | undefined): string {
  return text?.trim().split('\n').at(-1) ?? '';
}
