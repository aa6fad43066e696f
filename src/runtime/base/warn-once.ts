import { ofProcess } from './of-process.ts';

/** A CMS that says something else each time fills no log. */
const MAX_SAID = 1000;

/** Warns of what would be said again with each answer of the CMS: once a process. */
export function warnOnce(message: string): void {
  const said = ofProcess('said', () => new Set<string>());
  if (said.has(message) || said.size >= MAX_SAID) return;
  said.add(message);
  console.warn(message);
}
