import type { FeaturesGridBlock } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { BlockIcon } from './BlockIcon';
import { SectionHeading } from './SectionHeading';

/** Reasons, services, facts: a heading and beside it short texts between hairlines. */
export function FeaturesGrid({ block, headingLevel }: BlockProps<FeaturesGridBlock>) {
  return (
    <section className="band">
      <div className="container grid gap-x-12 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <SectionHeading level={headingLevel}>{block.sectionHeading}</SectionHeading>
        </div>
        <ul className="grid gap-x-10 sm:grid-cols-2 lg:col-span-8">
          {block.features.map((feature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
            <li key={index} className="border-t border-line pt-5 pb-9">
              <BlockIcon icon={feature.icon} />
              <SectionHeading level={3} className="mt-4 text-lg first:mt-0">
                {feature.title}
              </SectionHeading>
              {feature.description && <p className="mt-1.5 text-sm text-soft">{feature.description}</p>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
