import type { SidebarCtaSimpleBlock } from 'headless-site';
import type { SidebarBlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { SectionHeading } from './SectionHeading';

/** An invitation beside the page. */
export function SidebarCtaSimple({ block }: SidebarBlockProps<SidebarCtaSimpleBlock>) {
  return (
    <section className="rounded bg-muted p-6">
      <SectionHeading className="text-lg">{block.heading}</SectionHeading>
      {block.text && <p className="mt-2 text-soft">{block.text}</p>}
      <div className="mt-5">
        <ButtonLink href={block.buttonUrl}>{block.buttonText}</ButtonLink>
      </div>
    </section>
  );
}
