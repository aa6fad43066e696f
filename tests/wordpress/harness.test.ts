import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWordPress, type WordPress, whyNoWordPress } from './server';
import { phpOnPath } from './server/sources';

const reason = whyNoWordPress();
const lacking = ['pcntl', 'posix'].find((name) => !phpOnPath().extensions.includes(name));
const group = 'posix_getpgrp()';
const isThere = (pid: number) => {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
};

describe.skipIf(reason)(`code that a test runs in WordPress${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ content: 'empty' });
  });
  afterAll(() => wordpress?.stop());

  it('runs on the command line, as the administrator', async () => {
    const code = `echo json_encode([PHP_SAPI, get_current_user_id(), $_SERVER['REQUEST_METHOD'],
      basename($_SERVER['SCRIPT_FILENAME']), time() - $_SERVER['REQUEST_TIME'] < 1000, ini_get('memory_limit')]);`;
    expect(await wordpress.php(code)).toEqual(['cli', 1, 'GET', 'run.php', true, '512M']);
  });

  it('has a state of its own', async () => {
    const look = `echo json_encode([defined('TEST_LEFT'), isset($GLOBALS['test_left']), function_exists('test_left'), getenv('TEST_LEFT')]);`;
    const leave = `define('TEST_LEFT', 1); $test_left = 1; function test_left() {} putenv('TEST_LEFT=1');`;
    expect(await wordpress.php(leave + look)).toEqual([true, true, true, '1']);
    expect(await wordpress.php(look)).toEqual([false, false, false, false]);
  });

  it('prints as much as it likes, also after its end', async () => {
    const text = 'ü€\\r\\n"'.repeat(500_000);
    expect(await wordpress.php(`echo json_encode(str_repeat('ü€\\r\\n"', 500000));`)).toBe(text);
    expect(await wordpress.php(`register_shutdown_function(function () { echo '"last"'; });`)).toBe('last');
    expect(await wordpress.php('')).toBe(undefined);
  });

  it.each([
    ['throws', `throw new Exception('no luck');`, /^run\.php failed: .*Uncaught Exception: no luck/],
    [
      'calls what is not there',
      'nobody_has_this();',
      /^run\.php failed: .*undefined function nobody_has_this/i,
    ],
    ['takes all memory', 'str_repeat("x", 1 << 30);', /^run\.php failed: .*Allowed memory size/],
    [
      'writes to its standard error',
      `file_put_contents('php://stderr', 'oh'); exit(1);`,
      /^run\.php failed: oh$/,
    ],
    ['prints and exits', `echo 'said'; exit(3);`, /^run\.php failed: said$/],
    ['is killed', 'posix_kill(getmypid(), 9);', /^run\.php failed: $/],
  ])('fails where it %s', async (_, code, message) => {
    await expect(wordpress.php(code)).rejects.toThrow(message);
  });

  it('succeeds where PHP only complains', async () => {
    expect(await wordpress.php(`trigger_error('hm', E_USER_WARNING); echo 1;`)).toBe(1);
  });

  it('runs beside other code', async () => {
    const meet = (own: string, other: string) =>
      wordpress.php(
        `touch(ABSPATH . '.${own}'); while (!file_exists(ABSPATH . '.${other}')) { usleep(10000); clearstatcache(); } echo 1;`,
      );
    expect(await Promise.all([meet('a', 'b'), meet('b', 'c'), meet('c', 'a')])).toEqual([1, 1, 1]);
  });

  it('sees a file as it is, and leaves none behind', async () => {
    const read = (content: number) =>
      wordpress.php(`$file = ABSPATH . '.read.php'; file_put_contents($file, '<?php return ${content};');
        touch($file, ${1_700_000_000 + content}); echo require $file;`);
    expect([await read(1), await read(2), await read(3)]).toEqual([1, 2, 3]);
    expect(await wordpress.php(`echo count(glob(ABSPATH . '.php-*'));`)).toBe(lacking ? 0 : 1);
  });
});

describe.skipIf(reason || lacking)(`the process behind it${lacking ? ` (PHP lacks ${lacking})` : ''}`, () => {
  it('ends with the WordPress', async () => {
    const wordpress = await startWordPress({ content: 'empty' });
    const pid = await wordpress.php<number>(`echo ${group};`);
    expect(isThere(pid)).toBe(true);
    await wordpress.stop();
    expect(isThere(pid)).toBe(false);
    await expect(wordpress.php('echo 1;')).rejects.toThrow();
  });

  it('ends with a test process that is killed, and what runs in it as well', async () => {
    const code = `
      import { startWordPress } from ${JSON.stringify(fileURLToPath(new URL('./server/index.ts', import.meta.url)))};
      const wordpress = await startWordPress({ content: 'empty' });
      wordpress.php("touch(ABSPATH . '.asleep'); sleep(3600);");
      console.log(await wordpress.php("while (!file_exists(ABSPATH . '.asleep')) { usleep(10000); clearstatcache(); } echo ${group};"));`;
    const tsx = createRequire(import.meta.url).resolve('tsx');
    const args = ['--import', tsx, '--input-type=module', '-e', code];
    const test = execa(process.execPath, args, { reject: false, buffer: false });
    const [data] = await once(test.stdout, 'data');
    const pid = Number(data);
    expect(isThere(pid)).toBe(true);
    test.kill('SIGKILL');
    await expect.poll(() => isThere(pid)).toBe(false);
  });
});
