import { ButtonLink } from '@/components/content/ButtonLink';
import type { SidebarCtaSimpleBlock } from '@/lib';
import { SectionHeading } from './SectionHeading';
import type { SidebarBlockProps } from './SidebarBlocks';

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
