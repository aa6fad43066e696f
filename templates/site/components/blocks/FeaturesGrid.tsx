import type { FeaturesGridBlock } from 'headless-site';
import { type BlockProps, fullRows } from 'headless-site/blocks';
import { BlockIcon } from './BlockIcon';
import { SectionHeading } from './SectionHeading';

/** Reasons, services, facts: a heading and below it short texts, as many beside each other as there are. */
export function FeaturesGrid({ block, headingLevel }: BlockProps<FeaturesGridBlock>) {
  const places = fullRows(block.features.length, 4);
  return (
    <section className="band">
      <div className="container">
        <SectionHeading level={headingLevel}>{block.sectionHeading}</SectionHeading>
        <ul className="columns">
          {block.features.map((feature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
            <li key={index} className={`fact ${places[index]}`}>
              <BlockIcon icon={feature.icon} />
              <SectionHeading level={3}>{feature.title}</SectionHeading>
              {feature.description && <p>{feature.description}</p>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
