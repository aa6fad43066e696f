import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '../index.ts';
import { FILE } from './place.ts';

/** From the file itself, or from the folder of the site. */
const IMPORT = /\bfrom\s+['"]((?:\.{1,2}|@)\/[^'"\n]+)['"]/g;
const ENDINGS = ['', '.ts', '.tsx', '.js', '.mjs', '.json', '/index.ts', '/index.tsx', '/index.js'];

interface Import {
  /** Written form: `./queries/book.graphql`, `@/queries/book.graphql`. */
  name: string;
  /** Where it leads. */
  target: string;
  line: number;
}

/** The site's own files that `content.config.ts` imports. @param root folder of the site */
export function importsOf(root: string): Import[] {
  const file = path.join(root, FILE);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...text.matchAll(IMPORT)].map(({ 1: name = '', index }) => ({
    name,
    target: path.join(root, name.replace(/^@\//, '')),
    line: text.slice(0, index).split('\n').length,
  }));
}

/** Imports that lead to nothing, a line each, with the place and the fix: whatever loads the file says so in words of its own. */
export function importProblems(root: string): string[] {
  return importsOf(root).flatMap(({ name, target, line }) => {
    if (ENDINGS.some((ending) => existsSync(target + ending))) return [];
    const folder = path.dirname(target);
    const names = existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.[jt]sx?$/, '')) : [];
    const meant = nearest(path.basename(target), names);
    const fix = meant ? `\`${path.posix.dirname(name)}/${meant}\`` : 'the path from the folder of the site';
    return [`${FILE}:${line}: nothing is at "${name}". Fix: ${fix}`];
  });
}

/**
 * A line about a file that cannot be read, in the words of whatever compiles or runs it, with the line where that names one.
 * @param file of the owner's, below the folder of the site
 */
export function unreadable(file: string, error: Error): string {
  const [message = '', ...more] = error.message.replaceAll(ANSI, '').trim().split('\n');
  const line = /\[(\d+):\d+\]|\.ts:(\d+):\d+/.exec(more.join('\n') || message);
  return `${file}${line ? `:${line[1] ?? line[2]}` : ''}: cannot be read: ${message.replace(/^\s*x\s+/, '')}`;
}

/** Colours. */
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
