import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, makeOnce } from '../wordpress/server/cache';
import { debianVersion, unpackDebian } from '../wordpress/server/debian';

const packages = ['bash-completion', 'zsh', 'zsh-common', 'fish', 'fish-common', 'libpcre2-32-0', 'bc'];
const folder = () => path.join(cacheFolder(), 'shells');

/** @returns why the shells cannot be had; null when they can */
export function whyNoShells(): string | null {
  if (existsSync(folder()) || packages.every(debianVersion)) return null;
  return "zsh, fish and bash-completion come out of Debian's packages, which apt does not know here (or apt-get update is due)";
}

/** A shell with our completion in it, and what starts it. */
export interface Shell {
  program: string;
  args: readonly string[];
  /** What it reads first: `[name, text]` of a file in its home, which is where it runs. */
  rc: readonly [string, string];
  env: Record<string, string>;
}

/**
 * Shells out of Debian's packages, which nobody has to install; bash is the one of the machine.
 */
export async function shellsWithCompletion(): Promise<Record<'bash' | 'zsh' | 'fish', Shell>> {
  await makeOnce(folder(), (to) => unpackDebian(packages, path.join(to, 'root')));
  const root = path.join(folder(), 'root');
  const lib = path.join(root, 'usr/lib');
  const [libraries = ''] = readdirSync(lib).filter((name) => name.endsWith('-linux-gnu'));
  const env = { LD_LIBRARY_PATH: path.join(lib, libraries) };
  const zsh = path.join(root, 'usr/share/zsh');
  const modules = path.join(lib, libraries, 'zsh');
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
