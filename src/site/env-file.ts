import { envValue, parseEnvValue } from '../plan/env-value';

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/;

/** Values by name; of a name that stands twice the last one counts, as for Next. */
export function readEnv(text: string): Map<string, string> {
  const entries = text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const match = ASSIGNMENT.exec(line);
    return match ? [[match[1] ?? '', parseEnvValue(match[2] ?? '')]] : [];
  });
  return new Map(entries);
}

export interface EnvMerge {
  text: string;
  /** Names that both sides changed, to different values, however they were resolved. */
  conflicts: string[];
}

/**
 * Brings changes of the answers into an env file by name. Comments, order and names we do not know stay as they are.
 * @param base what was generated last; values of secrets are empty in it
 * @param ours the owner's file
 * @param theirs what is generated now
 * @param secret names whose value is always the owner's
 * @param resolve the side that a conflict goes to
 */
export function mergeEnv(
  base: string,
  ours: string,
  theirs: string,
  secret: (name: string) => boolean,
  resolve: 'ours' | 'theirs' = 'ours',
): EnvMerge {
  const [before, own, next] = [readEnv(base), readEnv(ours), readEnv(theirs)];
  const lines = ours.split('\n');
  const conflicts: string[] = [];
  for (const name of new Set([...before.keys(), ...next.keys()])) {
    if (secret(name)) continue;
    const [b, u, n] = [before.get(name), own.get(name), next.get(name)];
    if (n === b || n === u) continue;
    if (u !== b) conflicts.push(name);
    if (u !== b && resolve === 'ours') continue;
    if (n === undefined) removeLine(lines, name);
    else if (u === undefined) appendLine(lines, lineOf(theirs, name));
    else replaceLine(lines, name, lineOf(theirs, name));
  }
  return { text: lines.join('\n'), conflicts };
}

/**
 * Sets values by name, where they stand or wait as `# NAME=`, and takes those away that are undefined: their place
 * waits again.
 */
export function setEnv(text: string, values: Readonly<Record<string, string | undefined>>): string {
  const lines = text.split('\n');
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${envValue(value ?? '')}`;
    // The first of two lines with the same name would count once the last is gone.
    if (value === undefined) {
      for (let at = indexOf(lines, name); at >= 0; at = indexOf(lines, name)) lines[at] = `# ${name}=`;
    } else if (indexOf(lines, name) < 0) appendLine(lines, line);
    else replaceLine(lines, name, line);
  }
  return lines.join('\n');
}

function lineOf(text: string, name: string): string {
  return text.split('\n').find((line) => ASSIGNMENT.exec(line)?.[1] === name) ?? '';
}

function indexOf(lines: readonly string[], name: string): number {
  return lines.findLastIndex((line) => ASSIGNMENT.exec(line.replace(/\r$/, ''))?.[1] === name);
}

function replaceLine(lines: string[], name: string, line: string): void {
  const index = indexOf(lines, name);
  const prefix = /^\s*export\s+/.exec(lines[index] ?? '')?.[0] ?? '';
  lines[index] = prefix + line;
}

function removeLine(lines: string[], name: string): void {
  lines.splice(indexOf(lines, name), 1);
}

/** Uncomments the name where it waits as `# NAME=`, otherwise adds it at the end. */
function appendLine(lines: string[], line: string): void {
  const name = line.slice(0, line.indexOf('='));
  const waiting = lines.findIndex((at) => new RegExp(`^#\\s*${name}=\\s*$`).test(at));
  if (waiting >= 0) lines[waiting] = line;
  else if (lines.at(-1) === '') lines.splice(-1, 0, line);
  else lines.push(line);
}
