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
  const { injected, error } = process.argv.includes('typegen') ? {} : readOrFail(process.cwd());
  return async (phase, context) => {
    if (error) await endWithCause(error);
    const settings = typeof own === 'function' ? await own(phase, context) : own;
    if (!injected) return settings;
    const { inject } = await import('../../base/injected.js');
    inject(injected);
    const configure = async () => (await import('../config.js')).nextConfig(phase, settings);
    return configure().catch(endWithoutStack);
  };
};

/** What cannot be read is said later: the module that finds the cause is an ES module. */
function readOrFail(folder) {
  try {
    return { injected: readSite(folder) };
  } catch (error) {
    return { error };
  }
}

/** What cannot be read in `content.config.ts`, or is imported there and does not exist, ends the start with a line that names it. */
async function endWithCause(error) {
  const { importProblems, unreadable } = await import('../../config/extend/imports.js');
  const problems = importProblems(process.cwd());
  const said = problems.length > 0 ? problems.join('\n') : error.file && unreadable(error.file, error);
  if (!said) throw error;
  console.error(said);
  process.exit(1);
}

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
    overrides: readOverrides(folder, read),
  };
}

/** A site may do without this file; one that is there and exports nothing is a slip. */
function readContent(folder, read) {
  return existsSync(path.join(folder, 'content.config.ts'))
    ? readNamed('content.config.ts', read).default
    : {};
}

/** An error says which file it is about: Next would name `next.config.ts`. */
function readNamed(file, read) {
  try {
    return read(`./${file}`);
  } catch (error) {
    throw Object.assign(error, { file });
  }
}

/** The same of the list of block overrides. */
function readOverrides(folder, read) {
  const file = 'components/blocks/mapped/index.ts';
  return existsSync(path.join(folder, file)) ? readNamed(file, read).mappedBlocks : undefined;
}

/** What is wrong with the environment or with `content.config.ts` ends the start with a line that names it. */
function endWithoutStack(error) {
  if (error.name !== 'ConfigError') throw error;
  console.error(error.message);
  process.exit(1);
}
