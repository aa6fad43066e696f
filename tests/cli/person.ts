import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { ensureBuilt } from '../support/built';
import { patience } from '../support/patience';
import { baseEnv, bin } from './cli';

type Pty = typeof import('@lydell/node-pty');
/** Undefined where there is no prebuilt binary of it. */
export const pty = (await import('@lydell/node-pty').catch((): undefined => undefined)) as Pty | undefined;

/** The terminal's output is kept in this folder where somebody wants it: `cat` plays it again. */
const recordings = process.env.RECORDINGS;

export const ENTER = '\r';
export const DOWN = '\u001b[B';
export const CTRL_C = '\u0003';

/** A person at a terminal: waits until a text stands on the screen, then types. */
export class Person {
  screen = '';
  /** Sequences that set a colour. */
  readonly colours: string[] = [];
  readonly code: Promise<number>;
  private readonly terminal: ReturnType<Pty['spawn']>;
  private read = 0;
  private recording = '';

  constructor(
    readonly cwd: string,
    args: readonly string[],
    env = {},
    columns = 120,
    program?: string,
  ) {
    ensureBuilt();
    if (!pty) throw new Error('no pseudo-terminal');
    const terminal = pty.spawn(program ?? process.execPath, program ? [...args] : [bin, ...args], {
      cwd,
      cols: columns,
      rows: 40,
      env: baseEnv({ TERM: 'xterm', ...env }),
    });
    this.terminal = terminal;
    this.code = new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    terminal.onData((data) => {
      this.recording += data;
      this.colours.push(...data.split('\u001b[').filter((text) => /^[349]\d[;\d]*m/.test(text)));
      this.screen += stripVTControlCharacters(data);
    });
    const { currentTestName = '' } = expect.getState();
    onTestFinished(() => {
      if (recordings)
        writeFileSync(path.join(recordings, `${currentTestName.replace(/\W+/g, '-')}.txt`), this.recording);
      try {
        terminal.kill();
      } catch {
        // It has ended.
      }
    });
  }

  /** Waits for a text that appears after the last one waited for. */
  async sees(text: string): Promise<this> {
    for (let tries = 0; !this.screen.slice(this.read).includes(text); tries++) {
      if (tries * 25 > patience) throw new Error(`"${text}" never appeared:\n${this.screen.slice(-2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    this.read = this.screen.indexOf(text, this.read) + text.length;
    return this;
  }

  types(keys: string): void {
    this.terminal.write(keys);
  }

  async answers(prompt: string, keys: string): Promise<void> {
    (await this.sees(prompt)).types(keys);
  }
}
