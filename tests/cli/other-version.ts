import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { version } from '../../package.json';
import { ensureBuilt } from '../support/built';
import { thisProgram } from './in-process';

/** Differences of another version. */
export interface Patch {
  version: string;
  /** Changes the template: text of each file by its path in the site. */
  template: (files: Record<string, string>) => void;
  /** Replaces words of the managed texts, which the bundle holds. */
  words?: readonly (readonly [string, string])[];
  /** Pins of the template's package.json. */
  pins?: Record<string, string>;
  /** Changes the unpacked runtime. Without it the archives are others that nobody can unpack. */
  runtime?: (folder: string) => void;
}

/**
 * Makes a package of another version by patching the built one.
 * @returns its root, below `folder`
 */
export function otherVersion(folder: string, patch: Patch): string {
  ensureBuilt();
  const root = path.join(folder, patch.version);
  for (const part of ['dist', 'bin'])
    cpSync(path.join(thisProgram, part), path.join(root, part), { recursive: true });
  const read = (file: string) => readFileSync(path.join(root, file));
  const write = (file: string, contents: string | Buffer) => writeFileSync(path.join(root, file), contents);
  write(
    'package.json',
    JSON.stringify({ name: 'create-headless-site', version: patch.version, type: 'module' }),
  );
  write('CHANGELOG.md', `# Changelog\n\n## ${patch.version}\n\n- News of ${patch.version}.\n`);
  for (const name of readdirSync(path.join(root, 'dist')).filter((file) => file.endsWith('.cjs'))) {
    const words = [[`"${version}"`, `"${patch.version}"`] as const, ...(patch.words ?? [])];
    const text = read(`dist/${name}`).toString();
    write(
      `dist/${name}`,
      words.reduce((now, [from, to]) => now.replaceAll(from, to), text),
    );
  }
  const tree = JSON.parse(gunzipSync(read('dist/template.json.gz')).toString());
  const manifest = JSON.parse(tree['package.json']);
  Object.assign(manifest.dependencies, patch.pins);
  tree['package.json'] = JSON.stringify(manifest);
  patch.template(tree);
  write('dist/template.json.gz', gzipSync(JSON.stringify(tree)));
  if (patch.runtime) repack(path.join(root, 'dist/headless-site.tgz'), patch);
  else
    for (const archive of ['companion.zip', 'headless-site.tgz', 'headless-site-sample-cms.tgz'])
      write(`dist/${archive}`, `${archive} of ${patch.version}`);
  return root;
}

function repack(archive: string, { version, runtime }: Patch): void {
  const folder = mkdtempSync(path.join(path.dirname(archive), 'runtime-'));
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  const manifest = path.join(folder, 'package/package.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }));
  runtime?.(path.join(folder, 'package'));
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package']);
  rmSync(folder, { recursive: true });
}
