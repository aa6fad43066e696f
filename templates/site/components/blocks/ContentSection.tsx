import type { ContentSectionBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { Html } from '@/components/content/Html';
import { BlockPicture } from './BlockPicture';
import { SectionHeading } from './SectionHeading';

/** Characters of HTML that are as high as the picture beside them. More of it stands below the picture, and the heading beside both. */
const LONG = 1_200;

/** Text with an optional heading and picture. A short one stands beside its picture, which changes sides down the page. */
export function ContentSection({
  block,
  mapped,
  headingLevel,
  id,
  isFirst,
}: BlockProps<ContentSectionBlock>) {
  const isBeside = Boolean(block.image) && !(block.content.length > LONG);
  const look = isBeside ? 'pictured' : block.heading ? '' : 'text-only';
  return (
    <section className="band">
      <div className="container">
        <div className={`story ${look}`}>
          <SectionHeading level={headingLevel}>{block.heading}</SectionHeading>
          {block.image && (
            <BlockPicture
              image={block.image}
              ratio="brand"
              sizes="(width < 64rem) 92vw, 780px"
              most={1600}
              className="section-picture"
              priority={isFirst}
            />
          )}
          <Html html={block.content} mapped={mapped} idPrefix={`${id}-`} />
        </div>
      </div>
    </section>
  );
}
