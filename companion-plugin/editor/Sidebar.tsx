import { useBlockProps, useInnerBlocksProps } from '@wordpress/block-editor';
import { data } from './manifest';

const names = () =>
  Object.values(data.blocks)
    .filter(({ union }) => union === 'sidebarBlocks')
    .map(({ block }) => block);

/** The column beside the page. */
export function Sidebar() {
  const props = useInnerBlocksProps(
    useBlockProps({ className: 'companion-block companion-sidebar alignfull' }),
    {
      allowedBlocks: names(),
      template: [['companion/sidebar-content-section']],
      templateLock: false,
    },
  );
  return <aside {...props} />;
}
