import type { DetectedCms } from '../cms/detect/detected';
import type { Answers } from './answers';

/** Facts found before anything is asked: the package manager that started the run, and what the CMS is and has. */
export interface Detected {
  packageManager: string;
  /** Undefined where it was not asked. */
  cms?: DetectedCms | undefined;
  /** Names of its content types that can have a route of their own. */
  customTypes?: readonly string[] | undefined;
}

/**
 * One question. Flags, environment, prompts and recommended answers all speak the same text, so that `parse` and
 * `format` are the only way in and out of the answers.
 */
export interface Question {
  /** Path into the answers. */
  key: string;
  /** Flags in commander's syntax; the first carries the help. */
  flags: readonly string[];
  /** Variable of the environment that answers it too. */
  env?: string;
  kind: 'text' | 'choice' | 'boolean' | 'strategy' | 'strategies' | 'shortcut';
  group: 'CMS' | 'Site' | 'Rendering' | 'Features' | 'Setup';
  /** Always asked; the others only when the recommended answers are not taken as they are. */
  basic?: true;
  prompt: string;
  help: string;
  /** Meaning of `isr` alone, in a question about a strategy. */
  usual?: string;
  /** One line shown under the prompt. */
  why?: string;
  choices?: readonly { value: string; hint?: string }[];
  /** Text of the recommended answer. Undefined: there is none. */
  recommended?(detected: Detected): string | boolean | undefined;
  /** @throws {InvalidValue} */
  parse(value: string | boolean): Answers;
  /** Undefined: not answered. */
  format(answers: Answers): string | boolean | undefined;
  /** Whether the question makes sense with these answers; without an answer it is then required. */
  when?(answers: Answers): boolean;
  required?: true;
  /** Spelling of no answer, over one that was given or recommended. */
  unanswered?: string;
  /** Empty is an answer: nothing. */
  optional?: true;
}
