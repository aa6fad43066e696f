#!/usr/bin/env node
// CommonJS on purpose (see package.json beside this file): starting Node's ES module loader costs more than our whole start.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 12)) {
  console.error(`create-headless-site needs Node 20.12 or newer; this is ${process.version}.`);
  process.exit(1);
}
require('../dist/main.cjs').main(process.argv.slice(2));
