import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureBuilt } from '../support/built';
import { bin, cli, scratch } from './cli';
import { CTRL_C, Person, pty } from './person';
import { shellsWithCompletion, whyNoShells } from './shells';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

describe('completion', () => {
  /** The words that are offered behind these. */
  const offered = async (...words: string[]) => {
    const { code, stdout } = await cli(['complete', '--', ...words], { cwd: scratch() });
    expect(code).toBe(0);
    return stdout
      .split('\n')
      .filter((line) => line && !line.startsWith(':'))
      .map((line) => line.split('\t')[0]);
  };

  it.each(shells)('prints a script for %s', async (shell) => {
    const { code, stdout, stderr } = await cli(['complete', shell], { cwd: scratch() });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('create-headless-site');
  });
  it('offers commands, their flags, and what a flag may be', async () => {
    expect(await offered('')).toEqual(
      expect.arrayContaining(['regenerate-config', 'doctor', 'connect', 'add']),
    );
    expect(await offered('add', '')).toEqual(['template', 'block', 'field-group']);
    expect(await offered('add', '--f')).toEqual(['--fields']);
    expect(await offered('--po')).toEqual(['--posts']);
    expect(await offered('--posts', '')).toEqual(['isr', 'isr:false', 'static', 'ssr']);
    expect(await offered('--seo', 's')).toEqual(['seo_plugin_a', 'seo_plugin_b']);
    expect(await offered('doctor', '--u')).toEqual(['--url']);
    expect(await offered('regenerate-config', '--che')).toEqual(['--check']);
  });
  it.each([
    [['--config', 'ans'], ':0'],
    [['regenerate-config', 'my'], ':0'],
    [['my'], ':0'],
    [['doc'], ':4'],
    [['--posts', 's'], ':4'],
    [['doctor', '--nothing-like-it'], ':4'],
  ])('%j lets the shell look for files where nothing else can be meant: %s', async (words, directive) => {
    const { stdout } = await cli(['complete', '--', ...words], { cwd: scratch() });
    expect(stdout.trim().split('\n').at(-1)).toBe(directive);
  });
  it.skipIf(!pty)(
    'bash completes without the package bash-completion, files too (needs @lydell/node-pty)',
    async () => {
      ensureBuilt();
      const cwd = scratch();
      mkdirSync(path.join(cwd, 'bin'));
      symlinkSync(bin, path.join(cwd, 'bin/create-headless-site'));
      mkdirSync(path.join(cwd, 'my-other-site'));
      writeFileSync(path.join(cwd, 'answers.json'), '{}');
      writeFileSync(path.join(cwd, '.rc'), "source <(create-headless-site complete bash)\nPS1='ready> '\n");
      const env = { HOME: cwd, PATH: `${cwd}/bin:${process.env.PATH}` };
      const person = new Person(cwd, ['--rcfile', '.rc', '-i'], env, 200, 'bash');
      for (const [typed, completed] of [
        ['doctor --u', 'doctor --url'],
        ['regenerate-config my', 'regenerate-config my-other-site/'],
        ['--config ans', '--config answers.json'],
      ] as const) {
        await person.sees('ready> ');
        person.types(`create-headless-site ${typed}\t`);
        await person.sees(`create-headless-site ${completed}`);
        person.types(CTRL_C);
      }
      expect(person.screen).not.toContain('command not found');
    },
  );
  it('a directory may be called complete all the same', async () => {
    const cwd = scratch();
    const { code, stdout } = await cli(['complete', '--sample', '--dry-run', '--json'], { cwd });
    expect([code, JSON.parse(stdout).directory]).toEqual([0, path.join(cwd, 'complete')]);
  });
  const reason = pty ? whyNoShells() : 'needs @lydell/node-pty';
  it.skipIf(reason).each(['bash', 'zsh', 'fish'] as const)(
    `a TAB completes a flag in %s${reason ? ` (${reason})` : ''}`,
    async (name) => {
      ensureBuilt();
      const cwd = scratch();
      mkdirSync(path.join(cwd, 'bin'));
      symlinkSync(bin, path.join(cwd, 'bin/create-headless-site'));
      const { program, args, rc, env } = (await shellsWithCompletion())[name];
      writeFileSync(path.join(cwd, rc[0]), rc[1]);
      const all = { ...env, HOME: cwd, PATH: `${cwd}/bin:${process.env.PATH}` };
      const person = new Person(cwd, args, all, 200, program);
      await person.sees('ready> ');
      person.types('create-headless-site doctor --u\t');
      await person.sees('doctor --url');
    },
  );
});
