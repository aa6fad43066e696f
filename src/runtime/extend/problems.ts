import { ConfigError, nearest } from '../config/index.ts';

/** One thing that is wrong: the entry, what is wrong with it and how it is put right. */
export type Problem = string;

export const FILE = 'content.config.ts';

/** @param problems one a line */
export function contentError(problems: readonly Problem[]): ConfigError {
  return new ConfigError(problems.map((problem) => `${FILE}: ${problem}`).join('\n'), problems);
}

export function unknownKeys(at: string, value: object, known: readonly string[]): Problem[] {
  return Object.keys(value).flatMap((key) => {
    if (known.includes(key)) return [];
    const meant = nearest(key, known);
    return [`${at}${key}: unknown. Fix: ${meant ? `\`${meant}\`` : `one of ${known.join(', ')}`}`];
  });
}

export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');
