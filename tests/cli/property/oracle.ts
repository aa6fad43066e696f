import { ENV_FILES, FILES } from './edits';

type Files = Readonly<Record<string, string>>;

/** One run, seen from outside: the same answers were also given to a twin, a site that nobody edited. */
export interface Seen {
  /** The twin before and after. */
  generated: { before: Files; after: Files };
  /** The site before and after. */
  owners: { before: Files; after: Files };
}

/**
 * Damage that a run did to the owner's edits, in words; nothing means that all is well.
 * It knows nothing of merging: what may change in a file is what changed in the twin's, and nothing else.
 */
export function damage({ generated, owners }: Seen, files = FILES): string[] {
  return [...files, ...Object.keys(owners.before).filter((file) => file.includes('.mine-'))].flatMap(
    (file) => {
      const [was, is] = [owners.before[file], owners.after[file]];
      const problems = fileDamage(file, was, is, generated.before[file], generated.after[file]);
      return problems.map((problem) => `${file}: ${problem}`);
    },
  );
}

function fileDamage(
  file: string,
  was: string | undefined,
  is: string | undefined,
  old: string | undefined,
  next: string | undefined,
): string[] {
  if (was === undefined) return is !== undefined && old !== undefined ? ['was deleted and came back'] : [];
  const settings = file === 'wordpress/companion-settings.json';
  // The plugin's settings also follow the owner's .env.local, which the twin has not.
  if (old === next && file !== 'site.config.json' && !settings) {
    return was === is ? [] : ['nothing of it changed, and yet it is not as it was'];
  }
  if (is === undefined) return was === old && next === undefined ? [] : ['is gone'];
  const problems = marksOf(was).flatMap((mark) => (is.includes(mark) ? [] : [`${mark} is gone`]));
  if (!/[^\r]\n/.test(was) && was.includes('\r\n') && /[^\r]\n/.test(is)) problems.push('lost its CRLF');
  if (file.endsWith('.json')) return [...problems, ...formatDamage(was, is)];
  return [...problems, ...lineDamage(was, is, old ?? '', next ?? '')];
}

export function marksOf(text: string): string[] {
  return text.match(/mine-\d+(?!\d)/g) ?? [];
}

/** Lines that go or come must be among those that went or came for the twin. */
function lineDamage(was: string, is: string, old: string, next: string): string[] {
  const gone = without(was, is).filter((line) => !without(old, next).includes(line));
  const come = without(is, was).filter((line) => !without(next, old).includes(line));
  return [...gone.map((line) => `lost ${line}`), ...come.map((line) => `got ${line}`)];
}

function without(text: string, other: string): string[] {
  const there = new Set(other.split(/\r?\n/));
  return text.split(/\r?\n/).filter((line) => !there.has(line));
}

/** Indentation, blank lines and the order of what was there before. */
function formatDamage(was: string, is: string): string[] {
  const problems: string[] = [];
  const indent = (text: string) => /\n([ \t]+)\S/.exec(text)?.[1];
  if (was.includes('\n', 1) && indent(was) !== indent(is)) problems.push('is indented otherwise');
  const blank = (text: string) => text.split(/\r?\n/).filter((line) => line === '').length;
  if (blank(is) < blank(was)) problems.push('lost blank lines');
  const keys = (text: string) => Object.keys(JSON.parse(text));
  const [before, after] = [keys(was), keys(is)];
  const kept = before.filter((key) => after.includes(key));
  const order = after.filter((key) => before.includes(key));
  if (!Array.isArray(JSON.parse(was)) && kept.join() !== order.join())
    problems.push('its keys stand in another order');
  return problems;
}

/** Values in the places where a rotation, when it is finished, removes secrets: the owner may have written them. */
export function formerSecrets(text: string): string {
  return (text.match(/(_PREVIOUS=|Previous": ?).*/g) ?? []).join();
}

/** Secrets of the two files that share them, the former ones too; undefined where one of the files is not there. */
export function sharedSecrets(files: Files): Record<'env' | 'settings', (string | undefined)[]> | undefined {
  const [local] = ENV_FILES;
  const [env, settings] = [files[local ?? ''], files['wordpress/companion-settings.json']];
  if (env === undefined || settings === undefined) return undefined;
  const value = (name: string) => new RegExp(`^${name}=(.*?)\\r?$`, 'm').exec(env)?.[1];
  const values = JSON.parse(settings) as Record<string, string | undefined>;
  return {
    env: ['', '_PREVIOUS'].flatMap((end) => [
      value(`REVALIDATION_SECRET${end}`),
      value(`PREVIEW_SECRET${end}`),
    ]),
    settings: ['', 'Previous'].flatMap((end) => [
      values[`revalidationSecret${end}`],
      values[`previewSecret${end}`],
    ]),
  };
}
