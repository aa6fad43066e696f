import type { BlockToken, CTABoxedBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { SectionHeading } from './SectionHeading';

const boxes: Record<BlockToken, { box: string; text: string; button: 'solid' | 'inverse' }> = {
  surface: { box: 'border-edge bg-paper', text: 'text-soft', button: 'solid' },
  muted: { box: 'border-transparent bg-muted', text: 'text-soft', button: 'solid' },
  accent: { box: 'border-transparent bg-fill text-on-fill', text: '', button: 'inverse' },
  contrast: { box: 'border-transparent bg-ink text-paper', text: '', button: 'inverse' },
};

/** An invitation in a box, on one of the theme's four grounds. */
export function CTABoxed({ block, headingLevel }: BlockProps<CTABoxedBlock>) {
  const { box, text, button } = boxes[block.backgroundColor ?? 'muted'];
  return (
    <section className="band">
      <div className="container">
        <div className={`rounded border px-6 py-14 text-center md:px-16 md:py-20 ${box}`}>
          <SectionHeading level={headingLevel}>{block.heading}</SectionHeading>
          {block.text && <p className={`mx-auto mt-4 max-w-text font-text text-lg ${text}`}>{block.text}</p>}
          <div className="mt-8">
            <ButtonLink href={block.buttonUrl} look={button}>
              {block.buttonText}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
