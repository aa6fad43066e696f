/**
 * `node --import tsx tests/downloads.ts [files]`: fetches what the tests need, once for a machine, before they run: a registry that
 * is away for a minute costs a reason and no red test. Files are words of their paths, as for Vitest; without any it fetches for all
 * tests. Reasons why something cannot be had go to standard output, as JSON, and in NOT_DOWNLOADED to the tests (`whyNot`).
 *
 * npm's packages and the machine's are here before (tests/run.mjs). The tests in tests/long fetch themselves what nobody else needs:
 * most of these are about installing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { shells } from './cli/shells';
import { checks } from './companion/checks';
import { services } from './site/support/services';
import { wpCli } from './wordpress/companion/wp-cli';
import { builds } from './wordpress/server/builds';
import { debianWordpress } from './wordpress/server/debian';
import { type Download, whyNot } from './wordpress/server/download';
import { fpm } from './wordpress/server/fpm';
import { mariadb } from './wordpress/server/mariadb';
import { forgetCompiled } from './wordpress/server/php';
import { phpOnPath, wpgraphql } from './wordpress/server/sources';

/** Each with the word by which a test asks for it. */
const ANYWHERE: [string, Download][] = [
  ['whyNoShells', shells],
  ['whyNoServices', services],
];
/** Nobody needs these where there is no PHP for them. */
const WITH_PHP: [string, Download][] = [
  ['whyNoChecks', checks],
  ['whyNoWordPress', wpgraphql],
  ['whyNoWordPress', builds],
  ["'6.1'", debianWordpress],
  ['whyNoMariadb', mariadb],
  ['whyNoFpm', fpm()],
  ['whyNoWpCli', wpCli],
];

const files = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const tests = ['cli', 'unit', 'site', 'sites', 'wordpress', 'long']
  .flatMap((folder) =>
    readdirSync(`tests/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join('tests', folder, file.replaceAll('\\', '/')),
    ),
  )
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => files.length === 0 || files.some((word) => file.includes(word)))
  .map((file) => readFileSync(file, 'utf8'));

forgetCompiled();
const missing: Record<string, string> = {};
for (const [word, download] of [...ANYWHERE, ...(phpOnPath().reason ? [] : WITH_PHP)]) {
  if (download.isThere() || !tests.some((test) => test.includes(word))) continue;
  let reason = whyNot(download);
  if (!reason) {
    console.error(`downloading ${download.title}`);
    reason = await download.fetch().then(
      () => null,
      ({ message }: Error) => `${download.title} could not be downloaded: ${message}`,
    );
  }
  if (!reason) continue;
  console.error(`not downloaded: ${reason}`);
  missing[download.title] = reason;
}
console.log(JSON.stringify(missing));
