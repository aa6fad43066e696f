import type { FlexibleContent, Page } from 'headless-site';
import { type BlockProps, blockName, type MappedContent, ownComponent } from 'headless-site/blocks';
import type { ReactNode } from 'react';
import { ContentSection } from './ContentSection';
import { CTABoxed } from './CTABoxed';
import { CTASimple } from './CTASimple';
import { FeaturesGrid } from './FeaturesGrid';
import { HeroCentered } from './HeroCentered';
import { HeroSplit } from './HeroSplit';
import { Pricing } from './Pricing';
import { Testimonials } from './Testimonials';

type Of<Name extends FlexibleContent['__typename']> = Extract<FlexibleContent, { __typename: Name }>;

/** Which component shows which block; an owner's are in `./own`. A new block type is a type error here until it has one. */
const components: {
  [Name in FlexibleContent['__typename']]: (props: BlockProps<Of<Name>>) => ReactNode;
} = {
  Page_Flexiblecontent_FlexibleContent_HeroCentered: HeroCentered,
  Page_Flexiblecontent_FlexibleContent_HeroSplit: HeroSplit,
  Page_Flexiblecontent_FlexibleContent_FeaturesGrid: FeaturesGrid,
  Page_Flexiblecontent_FlexibleContent_ContentSection: ContentSection,
  Page_Flexiblecontent_FlexibleContent_Pricing: Pricing,
  Page_Flexiblecontent_FlexibleContent_Testimonials: Testimonials,
  Page_Flexiblecontent_FlexibleContent_CTASimple: CTASimple,
  Page_Flexiblecontent_FlexibleContent_CTABoxed: CTABoxed,
};

interface BlocksProps {
  blocks: Page['blocks'];
  /** The text of each of them, in which components of `./mapped` show blocks. */
  mapped?: readonly (MappedContent | null)[];
  /** The page shows no title: the first hero's heading is the h1. */
  heroIsHeading?: boolean;
}

/** A page's sections in the editor's order. */
export function Blocks({ blocks, mapped, heroIsHeading = false }: BlocksProps) {
  const main = heroIsHeading ? firstHeroIndex(blocks) : -1;
  const swapped = everySecondPicture(blocks);
  return (
    <div className="blocks">
      {blocks.map((block, index) => {
        // The table above pairs each name with the component of just that block.
        const Component = (
          block.__typename in components
            ? components[block.__typename as keyof typeof components]
            : OwnSection
        ) as (props: BlockProps<typeof block>) => ReactNode;
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: sections have no identity but their place
            key={index}
            className={swapped[index] ? 'swap' : undefined}
            data-block={blockName(block.__typename)}
          >
            <Component
              block={block}
              mapped={mapped?.[index]}
              headingLevel={index === main ? 1 : 2}
              id={`section-${index + 1}`}
              isFirst={index === 0}
            />
          </div>
        );
      })}
    </div>
  );
}

/** Shows a block of `./own`, whose component is loaded here. */
export async function OwnSection<Props extends { block: { __typename: string } }>(props: Props) {
  const Component = await ownComponent<Props>(props.block.__typename);
  return Component ? <Component {...props} /> : null;
}

/** @returns -1 when no hero has a heading */
export function firstHeroIndex(blocks: Page['blocks']): number {
  return blocks.findIndex(
    (block) =>
      (block.__typename === 'Page_Flexiblecontent_FlexibleContent_HeroCentered' ||
        block.__typename === 'Page_Flexiblecontent_FlexibleContent_HeroSplit') &&
      block.heading.trim() !== '',
  );
}

/** Pictures beside text change sides down the page. @returns whether a section's picture stands on the other side */
function everySecondPicture(blocks: Page['blocks']): boolean[] {
  let pictures = 0;
  return blocks.map((block) => {
    const isStory = block.__typename === 'Page_Flexiblecontent_FlexibleContent_ContentSection';
    return isStory && Boolean(block.image) && pictures++ % 2 === 1;
  });
}
