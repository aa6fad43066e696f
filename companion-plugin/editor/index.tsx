import { InnerBlocks } from '@wordpress/block-editor';
import { registerBlockType } from '@wordpress/blocks';
import { registerPlugin } from '@wordpress/plugins';
import { Edit } from './Edit';
import { example } from './example';
import { icon } from './icons';
import { data } from './manifest';
import { PageSettings } from './PageSettings';
import { Sidebar } from './Sidebar';

/** All data is in the block's comment; what is inside is kept as WordPress keeps any block. */
const save = () => <InnerBlocks.Content />;

// Titles, attributes and the rest come from the server, where the same blocks are registered.
for (const [name, { fields }] of Object.entries(data.blocks))
  registerBlockType(name, {
    edit: Edit,
    save,
    icon: icon(name),
    example: { attributes: example(fields), viewportWidth: 1200 },
    ...offer(),
  });
registerBlockType('companion/sidebar', { edit: Sidebar, save, icon: icon('companion/sidebar'), ...offer() });
registerPlugin('companion-page-settings', { render: PageSettings });

/** Other types of posts can hold the blocks, and show them as plain HTML, but nobody is led to put them there. */
function offer() {
  return data.offer ? {} : { supports: { inserter: false } };
}
