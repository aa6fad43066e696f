import type { SidebarContentSectionBlock } from 'headless-site';
import type { SidebarBlockProps } from 'headless-site/blocks';
import { Html } from '@/components/content/Html';
import { SectionHeading } from './SectionHeading';

/** A short text beside the page. */
export function SidebarContentSection({ block, id }: SidebarBlockProps<SidebarContentSectionBlock>) {
  return (
    <section className="border-t border-line pt-5">
      <SectionHeading className="mb-3 text-lg">{block.title}</SectionHeading>
      <Html html={block.content} className="prose-small" idPrefix={`${id}-`} />
    </section>
  );
}
