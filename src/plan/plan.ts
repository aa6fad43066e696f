import { BASE_FILE, isLocalFile, LOCAL_BASE_FILE, type ManagedFile, managedFiles } from './managed';
import type { ManagedInput } from './managed-input';
import { MANIFEST_FILE, manifestText } from './manifest';
import { archivesOf } from './package-json';

export interface PlannedFile {
  /** The text to write; otherwise `copyFrom` is copied byte for byte. */
  contents?: string;
  copyFrom?: string;
  mode: number;
  /** `managed`: regenerate-config keeps it in step with the answers. `owner`: only an upgrade brings changes to it. */
  owner: 'managed' | 'owner';
}

/** Files by their path in the site, with forward slashes. The manifest is last, and is written last. */
export type Plan = ReadonlyMap<string, PlannedFile>;

export interface TemplateFile {
  /** Path in the site. */
  path: string;
  contents: string;
}

const FILE_MODE = 0o644;

/** Everything a new site consists of. Pure: it reads and writes nothing. */
export function planSite(input: ManagedInput, template: readonly TemplateFile[]): Plan {
  const plan = new Map<string, PlannedFile>();
  for (const { path, contents } of template) plan.set(path, { contents, mode: FILE_MODE, owner: 'owner' });
  const managed = managedFiles(input);
  for (const [path, { contents, mode }] of managed) plan.set(path, { contents, mode, owner: 'managed' });
  for (const [path, contents] of baseCopies(managed))
    plan.set(path, { contents, mode: FILE_MODE, owner: 'managed' });
  const archives = archivesOf(input);
  for (const { path, source } of archives)
    plan.set(path, { copyFrom: source, mode: FILE_MODE, owner: 'managed' });
  const manifest = manifestText(input, managed, archives);
  plan.set(MANIFEST_FILE, { contents: manifest, mode: FILE_MODE, owner: 'managed' });
  return plan;
}

/** The base that was generated last, by the path of the file, for the three-way merge; secret values are left out. */
export function baseFiles(managed: ReadonlyMap<string, ManagedFile>): Map<string, string> {
  return new Map([...managed].map(([path, file]) => [path, file.base ?? file.contents]));
}

/**
 * The same as the site keeps it: two files, because what Git ignores has a base per machine, as the file itself is. In JSON,
 * because a second package.json would be found by whatever looks for packages to update.
 */
export function baseCopies(managed: ReadonlyMap<string, ManagedFile>): Map<string, string> {
  const bases = [...baseFiles(managed)];
  const copy = (isLocal: boolean) => {
    const texts = bases.filter(([path]) => isLocalFile(path) === isLocal);
    return `${JSON.stringify(Object.fromEntries(texts), null, 1)}\n`;
  };
  return new Map([
    [BASE_FILE, copy(false)],
    [LOCAL_BASE_FILE, copy(true)],
  ]);
}
