import { InspectorControls, useBlockProps, useInnerBlocksProps } from '@wordpress/block-editor';
import { Notice } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { data } from './manifest';
import { usePageSettings } from './PageSettings';

const names = () =>
  Object.values(data.blocks)
    .filter(({ union }) => union === 'sidebarBlocks')
    .map(({ block }) => block);

const hidden = () =>
  __('Not shown: “Show the sidebar” is off in the page’s settings.', 'headless-site-companion');

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
  const [{ showSidebar }] = usePageSettings();
  const isShown = showSidebar === true;
  return (
    <>
      {!isShown && (
        <InspectorControls>
          <div className="companion-hints">
            <Notice status="warning" isDismissible={false}>
              {hidden()}
            </Notice>
          </div>
        </InspectorControls>
      )}
      <aside {...props}>
        {props.children}
        {!isShown && <p className="companion-badge">{hidden()}</p>}
      </aside>
    </>
  );
}
