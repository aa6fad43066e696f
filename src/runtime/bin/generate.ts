import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { typesOf } from '../build/generate/types.ts';
import { importProblems } from '../config/extend/imports.ts';
import { withSiteModule } from './site-modules.ts';

type Read = typeof import('../build/generate/read.ts');

/** The generated file, beside `content.config.ts`. */
export const GENERATED = 'content.generated.d.ts';

/**
 * Writes the types of WordPress's answers to `content.config.ts`. Fields that WordPress does not have are named, and have no type: code that
 * reads them fails the type check then.
 * @param root folder of the site, whose .env files are in the environment
 * @param options `--check` writes nothing, and fails where the file is out of date
 * @returns the exit code: 1 where something is missing, out of date or cannot be asked
 */
export async function generate(root: string, options: readonly string[]): Promise<number> {
  const [unknown] = options.filter((option) => option !== '--check');
  if (unknown) return fail(`headless-site generate does not know ${unknown}. Fix: --check, or no option`);
  const missing = importProblems(root);
  if (missing.length > 0) return fail(missing.join('\n'));
  try {
    const selected = await withSiteModule(root, 'build/generate/read.js', (read: Read) =>
      read.readSelected(),
    );
    const text = selected && typesOf(selected);
    const problems = selected?.problems ?? [];
    for (const problem of problems) console.error(problem);
    const isCheck = options.includes('--check');
    // Whether the file is current counts once what it is made from is right.
    if (isCheck && problems.length > 0) return 1;
    const isCurrent = settle(path.join(root, GENERATED), text, isCheck);
    if (problems.length > 0) console.error(`${GENERATED} has no type for what is named above.`);
    return problems.length > 0 || !isCurrent ? 1 : 0;
  } catch (error) {
    return fail((error as Error).message);
  }
}

/**
 * @param text null where nothing is selected: then there is no file
 * @returns whether the file is as it should be
 */
function settle(file: string, text: string | null, isCheck: boolean): boolean {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (before === text) {
    console.log(
      text === null
        ? 'content.config.ts selects no fields: no types are needed.'
        : `${GENERATED} is up to date.`,
    );
    return true;
  }
  if (isCheck) {
    console.error(`${GENERATED} is out of date. Fix: npm run generate, and commit it`);
    return false;
  }
  if (text === null) rmSync(file);
  else writeFileSync(file, text);
  console.log(
    text === null
      ? `${GENERATED} is removed: content.config.ts selects no fields.`
      : `${GENERATED} is written.`,
  );
  return true;
}

function fail(message: string): number {
  console.error(message);
  return 1;
}
