/** Takes the framework's scripts out of the pages that a build has made, and leaves what the server needs to go on with it. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cutFramework, knownReferences, OF_ANOTHER_BUILD, type ZeroJsFile } from './cut.ts';
import { readSheets } from './read-styles.ts';
import { REFERENCES_FILE, readReferences, reasonToKeep } from './references.ts';
import { loader } from './styles.ts';

/**
 * @param root folder of the site, after `next build`
 * @returns what the build says about it
 */
export function zeroJsBuild(root: string): string {
  const build = path.join(root, '.next');
  rmSync(path.join(build, REFERENCES_FILE), { force: true });
  let written: ZeroJsFile;
  try {
    const reason = reasonToKeep(root);
    if (reason) return `Pages keep Next's scripts: ${reason}.`;
    written = { ...readReferences(build), styles: readSheets(build) };
  } catch (error) {
    return `Pages keep Next's scripts, because this build is not as expected: ${(error as Error).message}.`;
  }
  writeFileSync(path.join(build, loader.file), loader.text);
  const app = path.join(build, 'server/app');
  const known = knownReferences(written);
  const pages = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  const zeroJs = pages.filter((name) => zeroJsFiles(path.join(app, name.slice(0, -'.html'.length)), known));
  writeFileSync(path.join(build, REFERENCES_FILE), JSON.stringify(written));
  return `${zeroJs.length} of ${pages.length} pages carry no framework JavaScript`;
}

/** @param page its path without an ending */
function zeroJsFiles(page: string, known: ReturnType<typeof knownReferences>): boolean {
  const [html, rsc, meta] = ['html', 'rsc', 'meta'].map((ending) => `${page}.${ending}`) as [
    string,
    string,
    string,
  ];
  if (!existsSync(rsc) || !existsSync(meta)) return false;
  const { segmentPaths: _, ...rest } = JSON.parse(readFileSync(meta, 'utf8'));
  const cut =
    rest.postponed === undefined && cutFramework(readFileSync(html, 'utf8'), readFileSync(rsc), known);
  if (!cut) return false;
  writeFileSync(html, cut);
  writeFileSync(rsc, OF_ANOTHER_BUILD);
  writeFileSync(meta, JSON.stringify(rest));
  rmSync(`${page}.segments`, { recursive: true, force: true });
  return true;
}
