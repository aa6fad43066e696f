import path from 'node:path';
import { debianPrograms } from '../wordpress/server/debian';
import { whyNot } from '../wordpress/server/download';

export const shells = debianPrograms('zsh, fish and bash-completion', 'shells', [
  'bash-completion',
  'zsh',
  'zsh-common',
  'fish',
  'fish-common',
  'libpcre2-32-0',
  'bc',
]);

/** @returns why the shells cannot be had; null when they can */
export const whyNoShells = () => whyNot(shells);

/** A shell with our completion in it, and what starts it. */
export interface Shell {
  program: string;
  args: readonly string[];
  /** The file that it reads first: `[name, text]` of a file in its home, which is where it runs. */
  rc: readonly [string, string];
  env: Record<string, string>;
}

/**
 * Shells out of Debian's packages, which nobody has to install; bash is the one of the machine.
 */
export async function shellsWithCompletion(): Promise<Record<'bash' | 'zsh' | 'fish', Shell>> {
  await shells.fetch();
  const { root } = shells;
  const libraries = shells.libraries();
  const env = { LD_LIBRARY_PATH: libraries };
  const zsh = path.join(root, 'usr/share/zsh');
  const modules = path.join(libraries, 'zsh');
  return {
    bash: {
      program: 'bash',
      args: ['--rcfile', '.rc', '-i'],
      rc: [
        '.rc',
        `. ${root}/usr/share/bash-completion/bash_completion\nsource <(create-headless-site complete bash)\nPS1='ready> '\n`,
      ],
      env: {},
    },
    zsh: {
      program: path.join(root, 'bin/zsh'),
      args: ['-i'],
      rc: [
        '.zshrc',
        `module_path=(${modules}/$ZSH_VERSION)\nfpath=(${zsh}/functions/**/*(/))\nautoload -U compinit; compinit -u -D\nsource <(create-headless-site complete zsh)\nPS1='ready> '\n`,
      ],
      env,
    },
    fish: {
      program: path.join(root, 'usr/bin/fish'),
      args: ['--no-config', '-i', '-C', 'source .rc'],
      rc: ['.rc', `function fish_prompt; echo 'ready> '; end\ncreate-headless-site complete fish | source\n`],
      env,
    },
  };
}
