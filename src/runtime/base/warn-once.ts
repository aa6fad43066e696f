import { ofProcess } from './of-process.ts';

/** A CMS that says something else each time fills no log. */
const MAX_SAID = 1000;

const messages = () => ofProcess('said', () => new Set<string>());

/**
 * Warns of what would be said again with each answer of the CMS: once a process.
 * @param about the part of the message that makes it the same one again
 */
export function warnOnce(message: string, about = message): void {
  const said = messages();
  if (said.has(about) || said.size >= MAX_SAID) return;
  said.add(about);
  console.warn(message);
}

/** A fault that was put right is reported again when it comes back. @param words that only the messages about it have */
export function mayWarnAgain(words: string): void {
  const said = messages();
  for (const message of said) if (message.includes(words)) said.delete(message);
}
