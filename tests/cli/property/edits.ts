import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';

/** An edit that an owner may make to a managed file. Places and files are numbers, so that a failing sequence can shrink. */
export interface Edit {
  kind: (typeof kinds)[number];
  file: number;
  place: number;
}

/** These cannot meet what the answers change, so that they never are a reason for a conflict. */
const apart = ['crlf', 'reformat', 'reorder', 'blank', 'delete', 'rename', 'own key'] as const;
const meeting = ['own line', 'changed line'] as const;
const kinds = [...apart, ...meeting] as const;

export const edits = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), file: fc.nat(999), place: fc.nat(999) }),
  { minLength: 1, maxLength: 6 },
);

export function mayMeet(list: readonly Edit[]): boolean {
  return list.some(({ kind }) => meeting.some((one) => one === kind));
}

export const JSON_FILES = [
  'site.config.json',
  'image-hosts.json',
  'wordpress/companion-settings.json',
  '.headless-site/site.config.schema.json',
];
export const ENV_FILES = ['.env.local', '.env.example'];
export const TEXT_FILES = ['wordpress/README.md', 'wordpress/.gitignore', 'app/books/[[...path]]/page.ts'];
export const FILES = [...JSON_FILES, ...ENV_FILES, ...TEXT_FILES, 'wordpress/companion.zip'];

type Tree = Record<string, unknown>;

/**
 * Does an edit to the files. An owner's text is `mine-<id>`, which stands nowhere else, so that it is found again.
 * Edits that do not fit the file, or one that is gone, do nothing.
 */
export function apply(root: string, { kind, file, place }: Edit, id: number, files = FILES): void {
  const name = files[file % files.length] ?? '';
  const at = path.join(root, name);
  if (!existsSync(at)) return;
  if (kind === 'delete') rmSync(at);
  else if (kind === 'rename') renameSync(at, `${at}.mine-${id}`);
  else writeFileSync(at, edited(name, readFileSync(at, 'utf8'), kind, place, id));
}

function edited(name: string, text: string, kind: Edit['kind'], place: number, id: number): string {
  if (name.endsWith('.zip')) return `mine-${id}`;
  return name.endsWith('.json')
    ? editJsonText(name, text, kind, place, id)
    : editLines(name, text, kind, place, id);
}

function editJsonText(name: string, text: string, kind: Edit['kind'], place: number, id: number): string {
  const value: unknown = JSON.parse(text);
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const written = (changed: unknown) => JSON.stringify(changed, null, '  ').replaceAll('\n', end) + end;
  switch (kind) {
    case 'crlf':
      return text.replace(/\r?\n/g, '\r\n');
    case 'reformat':
      return JSON.stringify(value, null, ['\t', '    ', ' ', ''][place % 4]).replaceAll('\n', end) + end;
    case 'reorder':
      return Array.isArray(value)
        ? text
        : written(Object.fromEntries(Object.entries(value as Tree).reverse()));
    case 'blank':
      // In a list the space before an item goes with the item.
      return text.replace(/^\{(\r?\n)?/, `{${end}${end}`);
    case 'own key':
      return written(withOwn(name, value, place, id));
    default:
      return text;
  }
}

/** Something of the owner's that the file may hold: the site itself refuses keys that it does not know. */
function withOwn(name: string, value: unknown, place: number, id: number): unknown {
  if (Array.isArray(value)) return value.toSpliced(place % (value.length + 1), 0, `mine-${id}.example`);
  const tree = value as Tree;
  if (name === 'site.config.json')
    return { ...tree, site: { ...(tree.site as Tree), description: `mine-${id}` } };
  const entries = Object.entries(tree);
  return Object.fromEntries(entries.toSpliced(place % (entries.length + 1), 0, [`x-${id}`, `mine-${id}`]));
}

function editLines(name: string, text: string, kind: Edit['kind'], place: number, id: number): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(end);
  const env = ENV_FILES.includes(name);
  const comment = /\.tsx?$/.test(name)
    ? `// mine-${id}`
    : env || name.endsWith('ignore')
      ? `# mine-${id}`
      : `mine-${id}`;
  switch (kind) {
    case 'crlf':
      return text.replace(/\r?\n/g, '\r\n');
    case 'blank':
      // At the end, where nothing of ours changes.
      return env ? `${text}${end}` : text;
    case 'own key':
      return env ? lines.toSpliced(place % lines.length, 0, `MINE_${id}="mine-${id}" # why`).join(end) : text;
    case 'own line':
      return lines.toSpliced(place % lines.length, 0, comment).join(end);
    case 'changed line':
      return env
        ? withOwnValue(lines, place, id).join(end)
        : lines.with(place % lines.length, comment).join(end);
    default:
      return text;
  }
}

/** A value of ours that the owner changes, secrets included. */
function withOwnValue(lines: string[], place: number, id: number): string[] {
  const values = lines.flatMap((line, index) => (/^[A-Z]\w*=/.test(line) ? [index] : []));
  const index = values[place % Math.max(1, values.length)];
  if (index === undefined) return lines;
  const [name = ''] = (lines[index] ?? '').split('=');
  return lines.with(index, `${name}=${name.endsWith('URL') ? 'https://' : ''}mine-${id}.example/graphql`);
}
