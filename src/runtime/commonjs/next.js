/**
 * What `next.config.ts` calls. CommonJS, because Next turns that file into it, and Node before 20.19 cannot `require()` an
 * ES module; all else of the runtime is loaded by `import()`, once it can know the owner's files. In a folder of its own,
 * because Next rewrites `import()` in a file that ends with `.cjs`.
 */
const { existsSync } = require('node:fs');
const path = require('node:path');
const { createRequire } = require('node:module');
const { textOf } = require('./graphql.js');

exports.withHeadlessSite = (own = {}) => {
  // `next typegen` only looks at the routes: a type check needs neither an environment nor a CMS.
  const given = process.argv.includes('typegen') ? null : readSite(process.cwd());
  return async (phase, context) => {
    const settings = typeof own === 'function' ? await own(phase, context) : own;
    if (!given) return settings;
    const { give } = await import('../base/given.js');
    give(given);
    const configure = async () => (await import('../next/config.js')).nextConfig(phase, settings);
    return configure().catch(endWithoutStack);
  };
};

/** The owner's files. At once, not later: Next compiles TypeScript only while it loads `next.config.ts`. */
function readSite(folder) {
  const read = createRequire(path.join(folder, 'package.json'));
  read.extensions['.graphql'] ??= (module, file) => {
    module.exports = { __esModule: true, default: textOf(file, folder) };
  };
  const { default: answers } = read('./site.config.ts');
  const { ownBlocks } = read('./components/blocks/own/index.ts');
  return {
    answers,
    blocks: ownBlocks,
    imageHosts: read('./image-hosts.json'),
    content: readContent(folder, read),
    mapped: readMapped(folder, read),
  };
}

/** A site may do without this file; one that is there and exports nothing is a slip. */
function readContent(folder, read) {
  return existsSync(path.join(folder, 'content.config.ts')) ? read('./content.config.ts').default : {};
}

/** The same of the list of mapped blocks. */
function readMapped(folder, read) {
  const file = './components/blocks/mapped/index.ts';
  return existsSync(path.join(folder, file)) ? read(file).mappedBlocks : undefined;
}

/** What is wrong with the environment or with `content.config.ts` ends the start with a line that names it. */
function endWithoutStack(error) {
  if (error.name !== 'ConfigError') throw error;
  console.error(error.message);
  process.exit(1);
}
