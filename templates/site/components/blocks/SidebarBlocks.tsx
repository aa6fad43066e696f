import type { Page, SidebarBlock } from 'headless-site';
import { blockName, type SidebarBlockProps } from 'headless-site/blocks';
import type { ReactNode } from 'react';
import { shellWords } from '@/components/words';
import { OwnSection } from './Blocks';
import { SidebarContentSection } from './SidebarContentSection';
import { SidebarCtaSimple } from './SidebarCtaSimple';

type Of<Name extends SidebarBlock['__typename']> = Extract<SidebarBlock, { __typename: Name }>;

/** An owner's blocks are in `./own`. A new sidebar block is a type error here until it has a component. */
const components: {
  [Name in SidebarBlock['__typename']]: (props: SidebarBlockProps<Of<Name>>) => ReactNode;
} = {
  Page_Sidebarblocks_SidebarBlocks_ContentSection: SidebarContentSection,
  Page_Sidebarblocks_SidebarBlocks_CtaSimple: SidebarCtaSimple,
};

/** The column beside a page. */
export function SidebarBlocks({ blocks }: { blocks: NonNullable<Page['sidebar']> }) {
  return (
    <aside aria-label={shellWords.sidebar} className="sidebar">
      {blocks.map((block, index) => {
        const Component = (
          block.__typename in components
            ? components[block.__typename as keyof typeof components]
            : OwnSection
        ) as (props: SidebarBlockProps<typeof block>) => ReactNode;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
          <div key={index} data-block={blockName(block.__typename)}>
            <Component block={block} id={`sidebar-${index + 1}`} />
          </div>
        );
      })}
    </aside>
  );
}
