import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { freePort } from '../../support/free-port';
import { debianPrograms } from './debian';
import { whyNot } from './download';
import { startGuarded } from './guard';
import { type Installation, phpEnvironment, phpSettings } from './php';
import { phpOnPath } from './sources';
import { answers } from './web-server';

/** `8.2`: PHP-FPM has to be of the same version as the extensions that are installed. */
const php = () => phpOnPath().version.split('.').slice(0, 2).join('.');
export const fpm = () =>
  debianPrograms(`nginx and PHP-FPM ${php()}`, `fpm-${php()}`, ['nginx', `php${php()}-fpm`]);

/** @returns why nginx and PHP-FPM cannot be had; null when they can */
export const whyNoFpm = () => phpOnPath().reason ?? whyNot(fpm());

/**
 * nginx with PHP-FPM, as most hosts have it: a request can be answered before PHP is done with it (fastcgi_finish_request),
 * which `php -S` cannot do. Same functions as startWebServer.
 */
export async function startFpm(installation: Installation, workers: number) {
  const reason = whyNoFpm();
  if (reason) throw new Error(reason);
  await fpm().fetch();
  const { root } = fpm();
  const { folder } = installation;
  const at = (name: string) => path.join(folder, `.fpm/${name}`);
  mkdirSync(at(''));
  const port = await freePort();
  writeFileSync(at('php-fpm.conf'), fpmConfiguration(installation, workers, at));
  writeFileSync(at('nginx.conf'), nginxConfiguration(folder, port, at));

  const { stdout } = await execa('php', ['--ini']);
  const scanned = /^Scan for additional .ini files in: (.*)$/m.exec(stdout)?.[1] ?? '';
  const env = { ...process.env, ...phpEnvironment(installation), PHP_INI_SCAN_DIR: scanned };
  const program = path.join(root, `usr/sbin/php-fpm${php()}`);
  const asRoot = process.getuid?.() === 0 ? ['-R'] : [];
  const guard = { folder, output: at('output.log'), signal: 'TERM' as const };
  const servers = [
    startGuarded([program, '-F', ...asRoot, '-y', at('php-fpm.conf')], { ...guard, env }),
    startGuarded([path.join(root, 'usr/sbin/nginx'), '-c', at('nginx.conf'), '-e', at('nginx.log')], guard),
  ];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  if (!(await answers(port))) {
    const log = readFileSync(at('output.log'), 'utf8');
    await stop();
    throw new Error(`nginx did not start:\n${log}`);
  }
  const logFile = path.join(folder, 'php.log');
  return { port, stop, errors: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '') };
}

function fpmConfiguration({ folder }: Installation, workers: number, at: (name: string) => string): string {
  const settings = phpSettings().filter((setting) => setting !== '-d');
  const values = [...settings, `error_log=${folder}/php.log`, 'opcache.enable=1'];
  return [
    '[global]',
    `error_log = ${at('fpm.log')}`,
    '[www]',
    ...(process.getuid?.() === 0 ? ['user = root', 'group = root'] : []),
    `listen = ${at('socket')}`,
    'pm = static',
    `pm.max_children = ${workers}`,
    'clear_env = no',
    ...values.map((value) => value.replace(/^(.*?)=(.*)$/, 'php_admin_value[$1] = $2')),
    '',
  ].join('\n');
}

/** The nginx configuration of WordPress's handbook, less what a test does not need. */
function nginxConfiguration(folder: string, port: number, at: (name: string) => string): string {
  const parameters = {
    SCRIPT_FILENAME: '$document_root$fastcgi_script_name',
    SCRIPT_NAME: '$fastcgi_script_name',
    QUERY_STRING: '$query_string',
    REQUEST_METHOD: '$request_method',
    CONTENT_TYPE: '$content_type',
    CONTENT_LENGTH: '$content_length',
    REQUEST_URI: '$request_uri',
    DOCUMENT_ROOT: '$document_root',
    SERVER_PROTOCOL: '$server_protocol',
    SERVER_SOFTWARE: 'nginx',
    REMOTE_ADDR: '$remote_addr',
    SERVER_NAME: '127.0.0.1',
    SERVER_PORT: '$server_port',
    REDIRECT_STATUS: '200',
  };
  const passed = Object.entries(parameters).map(([name, value]) => `fastcgi_param ${name} ${value};`);
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at(name)};`,
  );
  return `daemon off; worker_processes 1; pid ${at('nginx.pid')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; ${scratch.join(' ')}
  types { text/html html; text/css css; text/javascript js; application/json json; image/jpeg jpg; image/png png; image/svg+xml svg; }
  server {
    listen 127.0.0.1:${port}; root ${folder}; index index.php; client_max_body_size 64m; absolute_redirect off;
    location ~ /\\. { return 404; }
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ { try_files $uri /index.php?$args; fastcgi_pass unix:${at('socket')}; fastcgi_read_timeout 300; ${passed.join(' ')} }
  }
}
`;
}
