import type { CTABoxedBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { SectionHeading } from './SectionHeading';

/** An invitation in a box, on one of the theme's four grounds. */
export function CTABoxed({ block, headingLevel }: BlockProps<CTABoxedBlock>) {
  const place = block.buttonUrl && block.buttonText ? '' : 'centered';
  return (
    <section className="band">
      <div className="container">
        <div className={`call call-box ${block.backgroundColor ?? 'muted'} ${place}`}>
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
