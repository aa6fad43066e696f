import type { HeroSplitBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { Html } from '@/components/content/Html';
import { BlockPicture } from './BlockPicture';
import { SectionHeading } from './SectionHeading';

/** A page's opening: words on one side, a picture on the other. On a phone, and without a picture, the words come first. */
export function HeroSplit({ block, mapped, headingLevel, id, isFirst }: BlockProps<HeroSplitBlock>) {
  const words = (
    <>
      <SectionHeading level={headingLevel}>{block.heading}</SectionHeading>
      {block.subheading && <p className="lead">{block.subheading}</p>}
      <Html html={block.content} mapped={mapped} idPrefix={`${id}-`} />
      <ButtonLink href={block.buttonUrl}>{block.buttonText}</ButtonLink>
    </>
  );
  return (
    <section className="band band-hero">
      <div className="container">
        {block.image ? (
          <div className={block.imagePosition === 'left' ? 'split swap' : 'split'}>
            <div>{words}</div>
            <BlockPicture
              image={block.image}
              ratio="brand"
              sizes="(width < 64rem) 92vw, 640px"
              most={1280}
              className="section-picture"
              priority={isFirst}
            />
          </div>
        ) : (
          <div className="hero">{words}</div>
        )}
      </div>
    </section>
  );
}
