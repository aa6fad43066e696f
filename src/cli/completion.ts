import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { flagSpecs } from './flags';

/** Adds the command, and what each flag may be. Commander itself does not check those: the question table does. */
export function addCompletion(program: Command): void {
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
