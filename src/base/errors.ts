/** Every way a run can end badly: the exit code, and the fix where the error itself names none. */
export const failures = {
  unexpected: { exitCode: 1, fix: undefined },
  install: { exitCode: 1, fix: undefined },
  usage: { exitCode: 2, fix: 'Run `create-headless-site --help` for every flag.' },
  target: { exitCode: 3, fix: 'Choose another directory, or move these files away first.' },
  drift: { exitCode: 4, fix: 'Run `npx create-headless-site regenerate-config` and commit the result.' },
  merge: {
    exitCode: 5,
    fix: 'Nothing was changed. Run it again with --ours (keep your side), --theirs (take the new side) or --merge (both, with conflict markers in texts).',
  },
  cms: {
    exitCode: 6,
    fix: 'Go on without the check: --skip-probe. Go on without a WordPress: --sample.',
  },
  cancelled: { exitCode: 130, fix: undefined },
} as const satisfies Record<string, { exitCode: number; fix: string | undefined }>;

export type FailureKind = keyof typeof failures;

/** An error that a user can act on: no stack is shown for it. Never put a secret into one. */
export class CliError extends Error {
  readonly kind: FailureKind;
  readonly details: readonly string[];
  readonly fix: string | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    options: { details?: readonly string[]; fix?: string } = {},
  ) {
    super(message);
    this.kind = kind;
    this.details = options.details ?? [];
    this.fix = options.fix ?? failures[kind].fix;
  }

  get exitCode(): number {
    return failures[this.kind].exitCode;
  }
}

const systemMessages: Record<string, string> = {
  ENOSPC: 'No space is left on the device.',
  EDQUOT: 'The disk quota is used up.',
  EACCES: 'Permission denied.',
  EPERM: 'The operation is not permitted.',
  EROFS: 'The file system is read-only.',
  ENAMETOOLONG: 'The path is too long.',
  ENOTDIR: 'Part of the path is a file, not a directory.',
  EISDIR: 'A directory stands where a file should be.',
  EEXIST: 'Something stands there already.',
  EAGAIN: 'The system cannot do it at the moment; try again.',
};

/** Anything thrown, as a CliError: file system errors get words, everything else keeps its message. */
export function asCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (!(error instanceof Error)) return new CliError('unexpected', 'An unknown error occurred.');
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'uv_cwd') {
    return new CliError('unexpected', 'The directory that this runs in is gone.', {
      fix: 'Change into one that exists.',
    });
  }
  const words = code ? systemMessages[code] : undefined;
  // The reader knows the file, not the temporary one beside it.
  const file = path?.replace(/\.\d+\.tmp$/, '');
  if (words) return new CliError('unexpected', file ? `${words} (${file})` : words);
  return new CliError('unexpected', error.message, {
    details: process.env.DEBUG ? (error.stack ?? '').split('\n').slice(1) : [],
  });
}
