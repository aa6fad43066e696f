import type { HeroSplitBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { Html } from '@/components/content/Html';
import { BlockPicture } from './BlockPicture';
import { SectionHeading } from './SectionHeading';

/** A page's opening: words on one side, a picture on the other. On a phone the words come first. */
export function HeroSplit({ block, mapped, headingLevel, id, isFirst }: BlockProps<HeroSplitBlock>) {
  const left = block.imagePosition === 'left';
  return (
    <section className="band band-hero">
      <div className="container grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className={left ? 'lg:order-2' : ''}>
          <SectionHeading level={headingLevel} className="text-4xl">
            {block.heading}
          </SectionHeading>
          {block.subheading && <p className="mt-4 font-text text-lg text-soft">{block.subheading}</p>}
          {block.content && (
            <div className="mt-6 max-w-text">
              <Html html={block.content} mapped={mapped} idPrefix={`${id}-`} />
            </div>
          )}
          <div className="mt-8 empty:hidden">
            <ButtonLink href={block.buttonUrl}>{block.buttonText}</ButtonLink>
          </div>
        </div>
        {block.image && (
          <BlockPicture image={block.image} sizes="(width < 64rem) 100vw, 592px" priority={isFirst} />
        )}
      </div>
    </section>
  );
}
