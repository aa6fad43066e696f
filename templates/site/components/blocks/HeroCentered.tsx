import type { HeroCenteredBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { SectionHeading } from './SectionHeading';

/** A page's opening, in words only. */
export function HeroCentered({ block, headingLevel }: BlockProps<HeroCenteredBlock>) {
  return (
    <section className="band band-hero">
      <div className="container">
        <div className="hero centered">
          <SectionHeading level={headingLevel}>{block.heading}</SectionHeading>
          {block.subheading && <p className="lead">{block.subheading}</p>}
          <ButtonLink href={block.buttonUrl}>{block.buttonText}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
