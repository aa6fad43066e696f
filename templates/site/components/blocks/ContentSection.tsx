import type { ContentSectionBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { Html } from '@/components/content/Html';
import { BlockPicture } from './BlockPicture';
import { SectionHeading } from './SectionHeading';

/** Text with an optional heading and picture: the heading stands in the margin, the text keeps its measure. */
export function ContentSection({
  block,
  mapped,
  headingLevel,
  id,
  isFirst,
}: BlockProps<ContentSectionBlock>) {
  return (
    <section className="band">
      <div className="container grid gap-x-12 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-4 empty:hidden">
          <SectionHeading level={headingLevel}>{block.heading}</SectionHeading>
        </div>
        <div className={`space-y-8 ${block.heading ? 'lg:col-span-8' : 'lg:col-span-8 lg:col-start-5'}`}>
          {block.image && (
            <BlockPicture image={block.image} sizes="(width < 64rem) 100vw, 770px" priority={isFirst} />
          )}
          <Html html={block.content} mapped={mapped} className="max-w-text" idPrefix={`${id}-`} />
        </div>
      </div>
    </section>
  );
}
