import type { CTASimpleBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { SectionHeading } from './SectionHeading';

/** An invitation: one line of words and where to go, between two hairlines. */
export function CTASimple({ block, headingLevel }: BlockProps<CTASimpleBlock>) {
  return (
    <section className="band">
      <div className="container">
        <div className="flex flex-col items-start justify-between gap-x-12 gap-y-7 border-y border-line py-12 md:flex-row md:items-center">
          <div>
            <SectionHeading level={headingLevel} className="text-2xl">
              {block.heading}
            </SectionHeading>
            {block.text && <p className="mt-2 max-w-text text-soft">{block.text}</p>}
          </div>
          <div className="shrink-0">
            <ButtonLink href={block.buttonUrl}>{block.buttonText}</ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
