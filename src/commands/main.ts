import { CommanderError } from 'commander';
import { asCliError } from '../base/errors';
import { createProgram } from '../cli/program';

/** Entry of the bundle. Only commander is loaded here; everything else waits until a command runs. */
export async function main(argv: readonly string[]): Promise<void> {
  // A pending promise with nothing left to do ends Node silently with code 0: say "not done" until it is done.
  process.exitCode = 1;
  // `… | head -1` closes the pipe early; that is no reason to stop the work, or to die with a stack.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') sayUnwritten(error);
    });
  }
  const json = argv.includes('--json');
  try {
    const program = createProgram(async (name, directory, flags, operands) => {
      const { runCommand } = await import('./index');
      process.exitCode = await runCommand(name, directory, flags, operands);
    });
    if (isCompletion(argv)) {
      (await import('../cli/completion')).addCompletion(program, argv);
      process.exitCode = 0;
    }
    await program.parseAsync(isCompletion(argv) ? [...argv] : withoutDashes(argv), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      process.exitCode = 0;
      return;
    }
    const { reportFailure } = await import('./index');
    process.exitCode = reportFailure(error instanceof CommanderError ? usageMessage(error) : error, json);
  }
}

let unwritten = false;

/** The output is lost, on a full disk for example. The work goes on, but not as if all were well. */
function sayUnwritten(error: Error): void {
  if (unwritten) return;
  unwritten = true;
  process.once('exit', (code) => {
    if (code === 0) process.exitCode = 1;
  });
  process.stderr.write(`error: The output cannot be written. ${asCliError(error).message}\n`);
}

/**
 * Whether this is about shell completion: `complete <shell>` prints the script, `complete -- <words>` is what the script asks.
 * Anything else behind `complete` is about a directory of that name.
 */
function isCompletion([command, next = '']: readonly string[]): boolean {
  return command === 'complete' && ['--', 'bash', 'zsh', 'fish', 'powershell'].includes(next);
}

/** Users of `npm run` write `my-site -- --yes` for npx, too. No directory begins with a dash. */
function withoutDashes(argv: readonly string[]): string[] {
  return argv.filter((word, index) => word !== '--' || !argv[index + 1]?.startsWith('-'));
}

/** Commander's words without its prefix, and without a value that was typed after an unknown flag. */
function usageMessage(error: CommanderError): string {
  return error.message.replace(/^error: /, '').replace(/(--[\w-]+)=[^']*'/, "$1'");
}
