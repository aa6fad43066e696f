import type { SidebarContentSectionBlock } from 'headless-site';
import type { SidebarBlockProps } from 'headless-site/blocks';
import { Html } from '@/components/content/Html';
import { SectionHeading } from './SectionHeading';

/** A short text beside the page. */
export function SidebarContentSection({ block, id }: SidebarBlockProps<SidebarContentSectionBlock>) {
  return (
    <section className="sidebar-text">
      <SectionHeading>{block.title}</SectionHeading>
      <Html html={block.content} className="prose-small" idPrefix={`${id}-`} />
    </section>
  );
}
