import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { flagSpecs } from './flags';

/** Adds the command, and what each flag may be. Commander itself does not check those: the question table does. */
export function addCompletion(program: Command, [, next, ...words]: readonly string[]): void {
  if (next === 'bash') serveBash(program);
  if (next === '--') offerFiles(words.at(-1) ?? '');
  const root = tab(program);
  for (const command of [root, ...root.commands.values()]) {
    for (const { flags, choices } of flagSpecs) {
      const option = command.options.get((flags[0] ?? '').replace(/^--| .*$/g, ''));
      if (!option || choices.length === 0) continue;
      option.handler = (complete) => {
        for (const choice of choices) complete(choice, '');
      };
    }
  }
}

/** bash alone: the script calls a function of the package bash-completion, which not every machine has. */
const bashWithoutPackage = `declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
    words=("\${COMP_WORDS[@]}")
    cword=$COMP_CWORD
    cur=\${COMP_WORDS[COMP_CWORD]}
    prev=\${COMP_WORDS[COMP_CWORD-1]}
}
`;

/** The library's registration completes no file and no directory; the later registration counts. */
const bashWithFiles = 'complete -o default -F __create_headless_site_complete create-headless-site';

function serveBash(program: Command): void {
  console.log(bashWithoutPackage);
  program.hook('postAction', () => console.log(bashWithFiles));
}

const NO_FILES = ':4';
const FILES_TOO = ':0';

/**
 * Where nothing else can be meant, a file or a directory is. The library forbids the shell to look for one at the end of
 * every answer; it prints that and nothing more here.
 */
function offerFiles(word: string): void {
  const { log } = console;
  let offered = false;
  console.log = (line: string) => {
    const open = line === NO_FILES && !offered && !word.startsWith('-');
    offered = true;
    log(open ? FILES_TOO : line);
  };
}
