import { useInnerBlocksProps } from '@wordpress/block-editor';

/** What may stand in a section's text; the site's prose styles know all of it. */
const ALLOWED = [
  'core/paragraph',
  'core/heading',
  'core/list',
  'core/list-item',
  'core/quote',
  'core/image',
  'core/table',
  'core/code',
  'core/preformatted',
  'core/embed',
  'core/shortcode',
  'core/separator',
  'core/html',
];

/** The section's text: WordPress's own blocks, inside ours. */
export function Rich() {
  const props = useInnerBlocksProps(
    { className: 'prose' },
    { allowedBlocks: ALLOWED, template: [['core/paragraph']], templateLock: false },
  );
  return <div {...props} />;
}
