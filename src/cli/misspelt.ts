import { editDistance } from '../runtime/config';
import { type CommandName, commandNames } from './command-names';

/** A letter that is wrong, missing or too many, in every so many letters of the command. */
const LETTERS_PER_SLIP = 6;
/** Shorter beginnings of a command are names of sites: `doc`, `con`. */
const SHORTEST = 5;

/**
 * The command that was most likely meant by one word. A site may have nearly any name, so less is taken for a slip than
 * `nearest` takes for one in a configuration, where a name that is not known is wrong anyway: `docs` and `contact` are sites.
 */
export function misspelt(word: string): CommandName | undefined {
  const lower = word.toLowerCase();
  return commandNames.find(
    (command) =>
      editDistance(lower, command) <= Math.floor(command.length / LETTERS_PER_SLIP) ||
      abbreviates(lower, command),
  );
}

/** `regen`, `regenerate` and `regen-config`. */
function abbreviates(word: string, command: string): boolean {
  const parts = command.split('-');
  return word.length >= SHORTEST && word.split('-').every((part, index) => parts[index]?.startsWith(part));
}
