import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandName } from './command-names';
import { flagSpecs } from './flags';

/* What every command of the program is made of. */

/** `"$SITE"` of a variable that is not set is no directory, least of all the one that somebody stands in. */
export function directory(help: string): Argument {
  return new Argument('[directory]', help).argParser((given) => {
    if (given === '') throw new InvalidArgumentError('It must not be empty. Use `.` for this directory.');
    return given;
  });
}

export function addCommand(
  program: Command,
  name: CommandName,
  description: string,
  operands: readonly Argument[] = [],
): Command {
  const command = program.command(name).description(description);
  for (const operand of operands) command.addArgument(operand);
  command
    .addArgument(directory('directory of the site (default: this directory)'))
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help');
  quiet(command);
  return command;
}

/** Errors are thrown and printed by one place, not by commander. */
export function quiet(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {} });
}

export function addQuestions(command: Command, wanted: (createOnly: boolean) => boolean): void {
  for (const { flags, help, group, repeatable, createOnly } of flagSpecs) {
    if (!wanted(createOnly)) continue;
    for (const [index, flag] of flags.entries()) {
      const option = new Option(flag, index === 0 ? help : '').helpGroup(`${group}:`);
      if (index > 0) option.hideHelp();
      if (repeatable) option.argParser((value: string, all: string[] | undefined) => [...(all ?? []), value]);
      command.addOption(option);
    }
  }
}

export function addOptions(
  command: Command,
  group: string,
  options: readonly (readonly [string, string])[],
): void {
  for (const [flag, help] of options) command.addOption(new Option(flag, help).helpGroup(`${group}:`));
}
