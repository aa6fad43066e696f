/**
 * `node php74.mjs <packages> <folder,folder,…> [arguments of php]`: a real PHP 7.4, compiled to WebAssembly. It sees the named
 * folders, under their own names, and starts in the first one. `packages` is where @php-wasm/node is installed.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packages = '', folders = '', ...args] = process.argv.slice(2);
const { resolve } = createRequire(path.join(packages, 'package.json'));
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { loadNodeRuntime, createNodeFsMountHandler } = await load('@php-wasm/node');
const { PHP } = await load('@php-wasm/universal');

// Without a process id it throws.
const php = new PHP(await loadNodeRuntime('7.4', { emscriptenOptions: { processId: 1 } }));
for (const folder of folders.split(',')) {
  php.mkdir(folder);
  await php.mount(folder, createNodeFsMountHandler(folder));
}
php.chdir(folders.split(',')[0]);
// PHPUnit asks a shell how wide the terminal is, and there is no shell.
const settings = [
  'disable_functions=shell_exec,exec,proc_open,popen',
  'opcache.enable=1',
  'opcache.enable_cli=1',
];
const answer = await php.cli(['php', ...settings.flatMap((setting) => ['-d', setting]), ...args], {
  env: { ...process.env },
});
process.stdout.write(await answer.stdoutText);
process.stderr.write(await answer.stderrText);
// The runtime would keep Node alive.
process.exit(await answer.exitCode);
