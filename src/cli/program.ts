import { Argument, Command } from 'commander';
import { addKinds } from '../add/addition';
import { cliVersion } from '../base/package';
import type { RawFlags } from '../base/raw-flags';
import type { CommandName } from './command-names';
import { addCommand, addOptions, addQuestions, directory, quiet } from './define';
import {
  addExamples,
  connectExamples,
  createExamples,
  doctorExamples,
  regenerateExamples,
  upgradeExamples,
} from './help';

export type RunCommand = (
  name: CommandName,
  directory: string | undefined,
  flags: RawFlags,
  operands?: readonly (string | undefined)[],
) => Promise<void>;

/** For programs that call this one. */
const machine = [
  ['--json', 'print one JSON object, all other text goes to standard error'],
  ['--print-schema', 'print the JSON schema of that object, and of a --config file; do nothing else'],
] as const;

/** For places that both sides changed. */
const resolutions = [
  ['--merge', 'write both with conflict markers into texts; refused for JSON and env files'],
  ['--ours', 'keep your side of each conflict'],
  ['--theirs', 'take the new side of each conflict'],
] as const;

/** The command line, made from the question table. Throws commander's own errors; it never exits by itself. */
export function createProgram(run: RunCommand): Command {
  const program = new Command('create-headless-site')
    .description('Creates a Next.js site in front of WordPress.')
    .version(cliVersion, '-v, --version', 'print the version')
    .addArgument(directory('where to create the site; `.` is this directory'))
    .enablePositionalOptions()
    .allowExcessArguments(false)
    .configureHelp({ showGlobalOptions: false })
    .helpOption('-h, --help', 'print this help');
  quiet(program);
  addCreate(program);
  program.action((directory: string | undefined) => run('create', directory, given(program)));
  const commands = [
    addRegenerateConfig(program),
    addUpgrade(program),
    addDoctor(program),
    addConnect(program),
    addAdd(program),
  ];
  for (const command of commands) {
    command.action(() => {
      const operands = [...command.processedArgs];
      const directory: string | undefined = operands.pop();
      return run(
        command.name() as CommandName,
        directory,
        { ...givenBefore(command), ...given(command) },
        operands,
      );
    });
  }
  return program;
}

function addCreate(program: Command): void {
  addQuestions(program, () => true);
  addOptions(program, 'Run', [
    ['--config <file>', 'answers as JSON: a file, or `-` for standard input'],
    ['-y, --yes', 'ask nothing, take the recommended answers'],
    ['--dry-run', 'print what would be written, write nothing'],
    ...machine,
    ['--skip-probe', 'do not contact the CMS'],
  ]);
  program.addHelpText('after', createExamples);
}

function addRegenerateConfig(program: Command): Command {
  const command = addCommand(
    program,
    'regenerate-config',
    'Writes the managed files of a site again, after its answers changed.',
  );
  addQuestions(command, (createOnly) => !createOnly);
  addOptions(command, 'Run', [
    ['-y, --yes', 'ask nothing'],
    ['--check', 'write nothing; exit code 4 when something is out of date'],
    ['--dry-run', 'print what would change as a diff, write nothing; secrets are hidden'],
    ...machine,
    ['--skip-probe', 'do not check that a new CMS address answers'],
  ]);
  addOptions(command, 'Conflicts between your edits and the new answers', resolutions);
  addOptions(command, 'Secrets', [
    ['--rotate-secrets', 'new secrets; the former ones are accepted until the rotation is finished'],
    ['--finish-rotation', 'stop accepting the former secrets'],
  ]);
  return command.addHelpText('after', regenerateExamples);
}

function addUpgrade(program: Command): Command {
  const command = addCommand(
    program,
    'upgrade',
    'Upgrades a site to this version; merges your edits (three-way).',
  );
  addOptions(command, 'Run', [
    ['-y, --yes', 'ask nothing'],
    ['--check', 'write nothing; exit code 4 when the site is not what this version would write'],
    ['--dry-run', 'print what would change as a diff, write nothing; secrets are hidden'],
    [
      '--eject',
      'copy the runtime with its sources into headless-site/: yours from then on, no upgrade touches it',
    ],
    ...machine,
  ]);
  addOptions(command, 'Conflicts between your edits and the new version', resolutions);
  return command.addHelpText('after', upgradeExamples);
}

function addDoctor(program: Command): Command {
  const command = addCommand(
    program,
    'doctor',
    'Checks the site, WordPress and the connection between them, and says how to fix what is broken.',
  );
  addOptions(command, 'Run', [
    ['--url <url>', 'address at which the site runs (the one of site.config.json)'],
    ...machine,
  ]);
  return command.addHelpText('after', doctorExamples);
}

function addConnect(program: Command): Command {
  const command = addCommand(program, 'connect', 'Sends the site’s address and secrets to its WordPress.');
  addOptions(command, 'Run', [
    ['--no-browser', 'print the address to open instead of opening it'],
    ['--with-code', 'ask for a code of the plugin’s settings page, not for an application password'],
    ['--replace', 'take over a WordPress that is connected with another site'],
    ...machine,
  ]);
  return command.addHelpText('after', connectExamples);
}

function addAdd(program: Command): Command {
  // The choices are for completion and help; the command itself says which one was meant.
  const kind = new Argument('[kind]', 'of starter').choices(addKinds);
  kind.argParser((given: string) => given);
  const name = new Argument('[name]', 'for example single-project, notice or book');
  const command = addCommand(
    program,
    'add',
    'Adds a starter to a site: a template, a block of the page builder, or fields of WordPress.',
    [kind, name],
  );
  addOptions(command, 'Fields', [
    [
      '--type <type>',
      'what has the fields: post, page, a custom type, a taxonomy, author, menu-item or options',
    ],
    [
      '--fields <fields>',
      'fields with their kinds, where WordPress does not show its schema: subtitle:text,pages:number',
    ],
  ]);
  addOptions(command, 'Run', [['-y, --yes', 'ask nothing'], ...machine]);
  return command.addHelpText('after', addExamples);
}

/** Only what was typed: `--no-git` alone makes commander invent `git: true`. */
function given(command: Command): RawFlags {
  const typed = Object.entries(command.opts()).filter(
    ([name]) => command.getOptionValueSource(name) === 'cli',
  );
  return Object.fromEntries(typed) as RawFlags;
}

/**
 * Flags that stand before the command: `create-headless-site --json doctor`.
 * @throws {CommanderError} for one that the command does not have, which would have no effect
 */
function givenBefore(command: Command): RawFlags {
  const program = command.parent as Command;
  const before = given(program);
  const has = new Set(command.options.map((option) => option.attributeName()));
  const strange = Object.entries(before).filter(([name]) => !has.has(name));
  if (strange.length > 0) {
    const flags = strange.map(([name, value]) => longFlag(program, name, value === false));
    command.error(`error: ${command.name()} does not know ${flags.join(', ')}`);
  }
  return before;
}

function longFlag(program: Command, name: string, negate: boolean): string {
  const option = program.options.find((one) => one.attributeName() === name && one.negate === negate);
  return option?.long ?? name;
}
