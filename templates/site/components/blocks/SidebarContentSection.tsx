import { Html } from '@/components/content/Html';
import type { SidebarContentSectionBlock } from '@/lib';
import { SectionHeading } from './SectionHeading';
import type { SidebarBlockProps } from './SidebarBlocks';

/** A short text beside the page. */
export function SidebarContentSection({ block, id }: SidebarBlockProps<SidebarContentSectionBlock>) {
  return (
    <section className="border-t border-line pt-5">
      <SectionHeading className="mb-3 text-lg">{block.title}</SectionHeading>
      <Html html={block.content} className="prose-small" idPrefix={`${id}-`} />
    </section>
  );
}
