import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../src/runtime/docs', import.meta.url));

/** All of a recipe. */
export const textOf = (name: string) => readFileSync(path.join(folder, `${name}.md`), 'utf8');

/** Whole files of a recipe by their paths: each code block belongs to the path that was named last before it. */
export function filesOf(name: string): Map<string, string> {
  const steps = textOf(name).matchAll(
    /(?:[Ss]ave this as|Put this into) `([^`]+)`(?!, inside)(?:(?!```).)*?```\w+\n(.*?)```/gs,
  );
  return new Map([...steps].map(([, file, code]) => [file as string, code as string]));
}

/** All code that a recipe puts inside of `defineContent({ … })` or `withHeadlessSite({ … })`. */
export function entryOf(name: string): string {
  const entries = [...textOf(name).matchAll(/, inside of `\w+\(\{ … \}\)`:\n\n```ts\n(.*?)```/gs)];
  if (entries.length === 0) throw new Error(`${name}.md has no entry`);
  return entries.map(([, code]) => code).join('');
}

/** The line that a recipe adds to a component or a layout, behind what it names. */
export function lineOf(name: string): string {
  const [, code] = /Then add it to\s[^`]*`[^`]+`.*?```tsx\n(.*?)```/s.exec(textOf(name)) ?? [];
  if (!code) throw new Error(`${name}.md adds no line`);
  return code;
}
