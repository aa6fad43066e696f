import { CliError } from '../base/errors';
import { blockTable } from '../runtime/content/blocks/table';
import type { Addition, TextFile } from './addition';
import { PLUGIN_FILE, withPluginBlock } from './custom-blocks-plugin';
import { BLOCKS_FILE, blockListEntry, withBlock } from './edit-blocks';
import { camel, pascal, refuseName, title } from './names';

/** Text of a file of the site; undefined where there is none. */
export type ReadText = (path: string) => string | undefined;

/**
 * A block of the owner's: component, entry in the site's list, and the filter in the site's plugin for WordPress. The recipe is
 * `docs/own-block.md` of the runtime.
 * @throws {CliError} `usage` for a name that cannot be used or is taken
 */
export function addBlock(name: string, readText: ReadText): Addition {
  refuseName('block', name);
  const component = pascal(name);
  refuseTaken(component);
  const path = `components/blocks/own/${component}.tsx`;
  const entry = blockListEntry(component, camel(name));
  const list = withBlock(readText(BLOCKS_FILE) ?? '', component, entry);
  if (list === undefined)
    throw cannotEdit(
      BLOCKS_FILE,
      [entry.imports, entry.fields, entry.item].join('\n\n'),
      'the import at its beginning, the fields before the list, the rest into the list',
    );
  const plugin = withPluginBlock(readText(PLUGIN_FILE), {
    name: component,
    block: `own/${kebab(component)}`,
    title: title(name),
  });
  if (plugin.contents === undefined) throw cannotEdit(PLUGIN_FILE, plugin.text, 'at its end');
  const made: TextFile[] = [
    { path: BLOCKS_FILE, contents: list },
    { path: PLUGIN_FILE, contents: plugin.contents },
  ].filter(({ path: file, contents }) => readText(file) !== contents);
  const isThere = (file: string) => readText(file) !== undefined;
  return {
    create: [{ path, contents: starter(component) }, ...made.filter((file) => !isThere(file.path))],
    change: made.filter((file) => isThere(file.path)),
    next: [
      `Copy ${PLUGIN_FILE} to wp-content/plugins of WordPress and activate "Own blocks" there, beside the companion plugin.`,
      `Other fields: change them in ${PLUGIN_FILE}, ${BLOCKS_FILE} and the component alike; node_modules/headless-site/docs/own-block.md has their kinds.`,
    ],
  };
}

const cannotEdit = (file: string, text: string, where: string) =>
  new CliError('usage', `${file} cannot be edited: it is written in another form. Nothing was written.`, {
    details: text.split('\n'),
    fix: `Put this into it, ${where}. Then run this again: it makes the rest.`,
  });

const kebab = (component: string) => component.replace(/([a-z0-9])(?=[A-Z])/g, '$1-').toLowerCase();

/** @throws {CliError} `usage` for a name that a block of the theme has: GraphQL could not tell them apart */
function refuseTaken(component: string): void {
  const taken = Object.keys(blockTable).some(
    (typename) => typename.replace(/^.*_/, '').toLowerCase() === component.toLowerCase(),
  );
  if (!taken) return;
  throw new CliError('usage', `The page builder has a block ${component} already.`, {
    fix: `Choose another name, for example: own-${kebab(component)}`,
  });
}

const starter = (component: string) => `import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { SectionHeading } from '../SectionHeading';
import type { ${component}Block } from '.';

export function ${component}({ block, headingLevel }: BlockProps<${component}Block>) {
  return (
    <section className="band">
      <div className="container">
        <SectionHeading level={headingLevel}>{block.heading}</SectionHeading>
        {block.text && <p className="mt-2 text-soft">{block.text}</p>}
        <div className="mt-5">
          <ButtonLink href={block.link}>Find out more</ButtonLink>
        </div>
      </div>
    </section>
  );
}
`;
