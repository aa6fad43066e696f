import type { SidebarCtaSimpleBlock } from 'headless-site';
import type { SidebarBlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { SectionHeading } from './SectionHeading';

/** An invitation beside the page. */
export function SidebarCtaSimple({ block }: SidebarBlockProps<SidebarCtaSimpleBlock>) {
  return (
    <section className="sidebar-box">
      <SectionHeading>{block.heading}</SectionHeading>
      {block.text && <p>{block.text}</p>}
      <ButtonLink href={block.buttonUrl}>{block.buttonText}</ButtonLink>
    </section>
  );
}
