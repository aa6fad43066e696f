/**
 * Writes every file that is made from a contract. `--check` writes nothing and exits 1 when a file is out of date;
 * the test suite runs that.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocksFragments, blocksMarkdown, blocksSdl, blocksTable, blocksTypes } from './blocks';
import type { BlockManifest } from './manifest';
import { ownRoutesPhp } from './own-routes';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest: BlockManifest = JSON.parse(
  readFileSync(path.join(root, 'companion-plugin/blocks/manifest.json'), 'utf8'),
);

const outputs: Record<string, string> = {
  'companion-plugin/blocks/schema.graphql': blocksSdl(manifest),
  'src/sample-cms/schema/companion.graphql': blocksSdl(manifest),
  'src/runtime/content/blocks/types.ts': blocksTypes(manifest),
  'src/runtime/content/blocks/table.ts': blocksTable(manifest),
  'src/runtime/wordpress/queries/fragments/blocks.ts': blocksFragments(manifest),
  'src/runtime/docs/blocks.md': blocksMarkdown(manifest),
  'companion-plugin/src/Redirects/OwnRoutes.php': ownRoutesPhp(),
  // The plugin judges an imported file by the very schema that the CLI writes by.
  'companion-plugin/settings.schema.json': readFileSync(
    path.join(root, 'templates/plugin-settings/schema.json'),
    'utf8',
  ),
};

/** Formatted as the repository formats everything else, so that `npm run lint` and this script agree. */
function formatted(): Record<string, string> {
  const dir = mkdtempSync(path.join(root, '.generate-'));
  try {
    writeFileSync(
      path.join(dir, 'biome.json'),
      readFileSync(path.join(root, 'biome.json'), 'utf8').replace(/"vcs".*\n/, ''),
    );
    const typescript = Object.keys(outputs).filter((file) => file.endsWith('.ts'));
    const flat = (file: string) => path.join(dir, file.replaceAll('/', '__'));
    for (const file of typescript) writeFileSync(flat(file), outputs[file] ?? '');
    const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
    execFileSync(process.execPath, [biome, 'format', '--write', '.'], {
      cwd: dir,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { ...outputs, ...Object.fromEntries(typescript.map((f) => [f, readFileSync(flat(f), 'utf8')])) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const check = process.argv.includes('--check');
let stale = 0;
for (const [file, text] of Object.entries(formatted())) {
  const target = path.join(root, file);
  let current = '';
  try {
    current = readFileSync(target, 'utf8');
  } catch {
    // a missing file is out of date
  }
  if (current === text) continue;
  stale += 1;
  console.log(`${check ? 'out of date' : 'wrote'}: ${file}`);
  if (check) continue;
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
if (check && stale > 0) process.exitCode = 1;
