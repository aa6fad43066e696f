import type { Addition, TextFile } from './addition';
import type { ReadText } from './block';
import { BLOCKS_FILE } from './edit-blocks';

/**
 * In the tabs of a site that has some; in a site that is formatted in another way, with the command that does it.
 * `content.config.ts` is in its own already.
 */
export function inSitesFormat(addition: Addition, readText: ReadText): Addition {
  const biome = readText('biome.json') ?? '';
  const tabbed = (file: TextFile): TextFile =>
    /"indentStyle"\s*:\s*"tab"/.test(biome) && /\.tsx?$/.test(file.path)
      ? {
          ...file,
          contents: file.contents.replace(/^(?: {2})+/gm, (pad) => '\t'.repeat(pad.length / 2)),
        }
      : file;
  const isOurs = /"quoteStyle"\s*:\s*"single"/.test(biome) && /"lineWidth"\s*:\s*110\b/.test(biome);
  return {
    ...addition,
    create: addition.create.map(tabbed),
    change: addition.change.map((file) => (file.path === BLOCKS_FILE ? tabbed(file) : file)),
    next: [...addition.next, ...(isOurs ? [] : ['This site has a format of its own: run its formatter.'])],
  };
}
