import type { HeroCenteredBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { SectionHeading } from './SectionHeading';

/** A page's opening, in words only. */
export function HeroCentered({ block, headingLevel }: BlockProps<HeroCenteredBlock>) {
  return (
    <section className="band band-hero">
      <div className="container flex flex-col items-center text-center">
        <SectionHeading level={headingLevel} className="max-w-[20ch] text-5xl">
          {block.heading}
        </SectionHeading>
        {block.subheading && (
          <p className="mt-6 max-w-[36rem] font-text text-lg text-pretty text-soft">{block.subheading}</p>
        )}
        <div className="mt-9 empty:hidden">
          <ButtonLink href={block.buttonUrl}>{block.buttonText}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
