/** The configuration or the environment is not usable. The message names the key or variable and the fix. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  /** Every problem as `path: message`; one entry for a single environment variable. */
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = [message]) {
    super(message);
    this.problems = problems;
  }
}
