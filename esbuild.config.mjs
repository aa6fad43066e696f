import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { zipSync } from 'fflate';
import Handlebars from 'handlebars';
import { buildEditor } from './editor.config.mjs';
import { ownersFiles } from './src/runtime/base/owners-files.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(root, 'dist');

/** The only helpers that a template may put an answer in with; each makes it safe for the place it goes to. */
const helpers = ['json', 'key', 'env', 'comment', 'text', 'code', 'command', 'script', 'tool'];

/** Compiles the templates, so that the bundle holds Handlebars' runtime only. */
const handlebarsTemplates = {
  name: 'handlebars-templates',
  setup({ onLoad }) {
    onLoad({ filter: /\.hbs$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      refuseRaw(Handlebars.parse(source), path.basename(file));
      const known = Object.fromEntries(helpers.map((name) => [name, true]));
      const options = { noEscape: true, strict: true, knownHelpers: known, knownHelpersOnly: true };
      return { contents: `module.exports = ${Handlebars.precompile(source, options)}`, loader: 'js' };
    });
  },
};

/** @throws {Error} where a template prints a value without a helper */
function refuseRaw(tree, file) {
  class Raw extends Handlebars.Visitor {
    MustacheStatement(node) {
      if (helpers.includes(node.path.original) && node.params.length > 0) return;
      throw new Error(`${file}:${node.loc.start.line}: "${node.path.original}" is printed without a helper`);
    }
  }
  new Raw().accept(tree);
}

/**
 * Turns modules that always give the same into their result. The question table behind `flags.ts` needs the schema
 * library, which takes longer to load than `--help` may take at all.
 */
const evaluated = {
  name: 'evaluated',
  setup({ onLoad }) {
    const filter = /src[\\/](cli[\\/]flags|plan[\\/]site-config-schema|write[\\/]builtin-names)\.ts$/;
    onLoad({ filter }, async ({ path: file }) => {
      const values = Object.entries(await evaluate(file));
      const lines = values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};

/** @returns what a module of TypeScript exports */
async function evaluate(file) {
  const result = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  const ran = { exports: {} };
  const require = createRequire(import.meta.url);
  new Function('module', 'exports', 'require', result.outputFiles[0].text)(ran, ran.exports, require);
  return ran.exports;
}

/** commander loads `child_process` for subcommands that are programs of their own; we have none, and it costs 4 ms. */
const noExecutables = {
  name: 'no-executables',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) => {
      return /commander/.test(importer) ? { path: 'none', namespace: 'no-executables' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'no-executables' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** The prompts give `styleText` several formats at once, which Node 20.12 does not take. */
const oneFormat = {
  name: 'one-format',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?util$/ }, ({ importer }) => {
      return /@clack/.test(importer) ? { path: 'util', namespace: 'one-format' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'one-format' }, () => ({
      contents: `import { styleText as style } from 'node:util';
        export * from 'node:util';
        export const styleText = (formats, text) => [formats].flat().reduceRight((shown, format) => style(format, shown), text);`,
    }));
  },
};

/** zod brings its messages in 50 languages, a third of the bundle; ours are English. */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** Methods of MiniSearch that our engine never reaches; a bundler cannot tell of a class. */
const UNUSED =
  'addAll addAllAsync remove removeAll discardAll replace getStoredFields autoSuggest loadJSON loadJSONAsync getDefault loadJS ' +
  'loadJSAsync instantiateMiniSearch toJSON executeWildcardQuery';

/** @throws {Error} where a release of MiniSearch has them no longer */
const searchOnly = {
  name: 'search-only',
  setup({ onLoad }) {
    onLoad({ filter: /minisearch[\\/]dist[\\/]es[\\/]index\.js$/ }, ({ path: file }) => {
      const contents = UNUSED.split(' ').reduce(
        (text, name) => {
          const [before, method, after] = text.split(
            new RegExp(`^ {4}(?:static )?(?:async )?${name}\\([^\\n]*\\) \\{\\n([^]*?)^ {4}\\}\\n`, 'm'),
          );
          if (method === undefined) throw new Error(`MiniSearch has no method ${name} any more`);
          return before + after;
        },
        readFileSync(file, 'utf8'),
      );
      return { contents, loader: 'js' };
    });
  },
};

/** The program takes over some of the runtime: there the template stands in for a site. */
const alias = Object.fromEntries(
  Object.entries(ownersFiles).map(([name, file]) => [name, path.join(root, 'templates/site', file)]),
);

const shared = { platform: 'node', target: 'node20', legalComments: 'none', logLevel: 'warning' };

/**
 * The program, cut where it says `import()`: `--version` reads no command, and creating a site none of what only the other
 * commands need. esbuild cuts ES modules only, but CommonJS starts faster (1.08 against 1.17 times bare Node, measured for
 * `--version`), so each part is turned into that afterwards.
 */
const built = await build({
  alias,
  ...shared,
  entryPoints: {
    main: path.join(root, 'src/commands/main.ts'),
    commands: path.join(root, 'src/commands/index.ts'),
  },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  write: false,
  metafile: true,
  plugins: [handlebarsTemplates, evaluated, noExecutables, oneFormat, englishOnly],
});
const parts = await Promise.all(
  built.outputFiles.map(async ({ path: file, text }) => {
    const options = { ...shared, format: 'cjs', minify: true, supported: { 'dynamic-import': false } };
    return { file, code: (await transform(text, options)).code };
  }),
);
// Files are replaced, and only then are old ones removed: a test may be running the program right now.
mkdirSync(dist, { recursive: true });
for (const { file, code } of parts) writeFileSync(file, code);
const current = new Set(parts.map(({ file }) => path.basename(file)));
for (const name of readdirSync(dist)) {
  if (name.endsWith('.cjs') && !current.has(name)) rmSync(path.join(dist, name));
}
writeFileSync(path.join(dist, 'LICENSES.txt'), licences(built.metafile));
buildRuntime();
await buildBrowserModules();
for (const folder of ['src/runtime', 'src/sample-cms']) packPackage(path.join(root, folder));
await buildEditor();
writeFileSync(path.join(dist, 'template.json.gz'), await templateArchive());
writeFileSync(path.join(dist, 'companion.zip'), pluginArchive());

/**
 * The runtime: each source file becomes an ES module with its types.
 * @throws {Error} with the compiler's words where a type is wrong
 */
function buildRuntime() {
  const runtime = path.join(root, 'src/runtime');
  const out = path.join(runtime, 'dist');
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', runtime, '--listEmittedFiles'], {
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`The runtime does not compile:\n${stdout.replace(/^TSFILE: .*\n/gm, '')}`);
  const emitted = new Set([...stdout.matchAll(/^TSFILE: (.*)$/gm)].map(([, file]) => path.resolve(file)));
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !emitted.has(file) && entry.parentPath !== path.join(out, 'browser')) rmSync(file);
  }
  cpSync(path.join(runtime, 'build/commonjs'), path.join(out, 'build/commonjs'), { recursive: true });
}

/**
 * What runs in browsers: each module whole and minified, because a site's bundler only copies it. Private names
 * of MiniSearch begin with a line.
 */
async function buildBrowserModules() {
  const runtime = path.join(root, 'src/runtime');
  const modules = [
    'search',
    'search-remote',
    'contact',
    'form',
    'comments',
    'share',
    'providers',
    'error-tracking',
  ];
  const { outputFiles, metafile } = await build({
    entryPoints: modules.map((name) => path.join(runtime, `browser/${name}.ts`)),
    outdir: path.join(runtime, 'dist/browser'),
    bundle: true,
    format: 'esm',
    // Chromium 111, Firefox 111, Safari 16.4: what Next itself promises.
    target: 'es2022',
    minify: true,
    mangleProps: /^_[a-z]/,
    legalComments: 'none',
    // A site's build knows them by this (`server/zero-js/references.ts`).
    banner: { js: '/* headless-site */' },
    logLevel: 'warning',
    metafile: true,
    write: false,
    plugins: [searchOnly],
  });
  mkdirSync(path.join(runtime, 'dist/browser'), { recursive: true });
  for (const { path: file, contents } of outputFiles) writeFileSync(file, contents);
  writeFileSync(path.join(runtime, 'dist/browser/LICENSES.txt'), licences(metafile));
}

/** A package that sites get in `vendor/`, as `dist/<name>.tgz`. */
function packPackage(folder) {
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  // The first two are said because an `npm pack` that runs this build hands its own settings down.
  const options = [
    '--no-dry-run',
    '--no-json',
    '--ignore-scripts',
    '--loglevel=error',
    '--pack-destination',
    dist,
  ];
  execFileSync('npm', ['pack', folder, ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const packed = path.join(dist, `${name}-${version}.tgz`);
  writeFileSync(packed, gzipSync(besideTheirSources(gunzipSync(readFileSync(packed))), { level: 9 }));
  renameSync(packed, path.join(dist, `${name}.tgz`));
}

/**
 * An archive in which what was made of a source file stands behind it: gzip looks back 32 KB, and finds most of it there. The runtime's
 * has 590 KB so, and 800 KB in npm's order.
 * @param {Buffer} tar with names of up to 100 characters, as all of ours are
 */
function besideTheirSources(tar) {
  const entries = [];
  for (let at = 0; tar[at] > 0; ) {
    const name = tar.toString('utf8', at, tar.indexOf(0, at));
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8);
    const end = at + 512 + Math.ceil(size / 512) * 512;
    const source = name.replace('package/dist/', 'package/').replace(/\.(d\.ts|[^./]+)$/, '');
    entries.push({ name, source, bytes: tar.subarray(at, end) });
    at = end;
  }
  const byName = (one, other) => (one < other ? -1 : Number(one > other));
  entries.sort((a, b) => byName(a.source, b.source) || -byName(a.name, b.name));
  // Two empty blocks are the end.
  return Buffer.concat([...entries.map(({ bytes }) => bytes), Buffer.alloc(1024)]);
}

/**
 * The text of each file of a site's template by its path in the site: what a new site gets, and what its next upgrade compares
 * with. Packed here, because two versions of Node pack the same text into different bytes.
 */
async function templateArchive() {
  const { templateFiles } = await evaluate(path.join(root, 'src/write/template-files.ts'));
  const files = templateFiles(path.join(root, 'templates/site')).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return gzipSync(JSON.stringify(Object.fromEntries(files)), { level: 9 });
}

/**
 * The companion plugin as WordPress's "Upload Plugin" takes it: one folder, named like the plugin. The same files give the
 * same bytes, whenever and wherever they are packed.
 */
function pluginArchive() {
  const from = path.join(root, 'companion-plugin');
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    // SDL, sources of the editor and notes on classes are for this repository: WordPress gets what runs.
    .filter((file) => !/(^|\/)\.|^blocks\/schema\.graphql$|^editor\/|^src\/.*\.md$/.test(file))
    .sort();
  // The first day that the format knows.
  const options = { mtime: new Date(1980, 0, 1), level: 9 };
  return zipSync(
    Object.fromEntries(
      files.map((file) => [
        `headless-site-companion/${file}`,
        [new Uint8Array(readFileSync(path.join(from, file))), options],
      ]),
    ),
  );
}

/** Name, version and licence text of every package whose code is in the bundle. */
function licences({ inputs }) {
  const packages = new Map();
  for (const input of Object.keys(inputs)) {
    const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (folder) packages.set(folder, path.resolve(folder));
  }
  const sections = [...packages.values()].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file
      ? readFileSync(path.join(folder, file), 'utf8').trim()
      : 'No licence file is published.';
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `Code of these packages is part of this program.\n\n${sections.join(`\n${'-'.repeat(78)}\n\n`)}`;
}
