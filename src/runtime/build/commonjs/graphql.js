/**
 * `import book from './queries/book.graphql'` in `content.config.ts` gives the text of the file, behind a comment that names it: an error finds
 * the line by it. CommonJS, because Next loads it in two ways: by `require()` for `next.config.ts`, and as a loader of what it bundles.
 */
const { readFileSync } = require('node:fs');
const path = require('node:path');

/**
 * @param {string} file
 * @param {string} root folder of the site
 */
const textOf = (file, root) =>
  `# from ${path.relative(root, file).replaceAll('\\', '/')}\n${readFileSync(file, 'utf8').replaceAll('\r\n', '\n')}`;

/** As a loader of Turbopack. */
module.exports = function load() {
  return `export default ${JSON.stringify(textOf(this.resourcePath, process.cwd()))};`;
};

module.exports.textOf = textOf;
