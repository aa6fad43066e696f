import type { CTASimpleBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { SectionHeading } from './SectionHeading';

/** An invitation: one line of words and where to go, between two hairlines. */
export function CTASimple({ block, headingLevel }: BlockProps<CTASimpleBlock>) {
  const place = block.buttonUrl && block.buttonText ? '' : 'centered';
  return (
    <section className="band">
      <div className="container">
        <div className={`call call-line ${place}`}>
          <div>
            <SectionHeading level={headingLevel}>{block.heading}</SectionHeading>
            {block.text && <p>{block.text}</p>}
          </div>
          <ButtonLink href={block.buttonUrl}>{block.buttonText}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
