import type { PricingBlock, PricingBlockPlan } from 'headless-site';
import { type BlockProps, fullRows } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { Icon } from '@/components/content/Icon';
import { blockWords } from '@/components/words';
import { SectionHeading } from './SectionHeading';

/** Plans side by side, like columns of a table. The featured one is marked in words and by its rule, not by size. */
export function Pricing({ block, headingLevel }: BlockProps<PricingBlock>) {
  const { plans } = block;
  const places = fullRows(plans.length, plans.length <= 4 ? 4 : 3);
  return (
    <section className="band">
      <div className="container">
        <SectionHeading level={headingLevel}>{block.sectionHeading}</SectionHeading>
        <ul className="columns">
          {plans.map((plan, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: plans have no identity but their place
            <Plan key={index} plan={plan} place={places[index] ?? ''} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Plan({ plan, place }: { plan: PricingBlockPlan; place: string }) {
  return (
    <li className={`plan ${place} ${plan.featured ? 'featured' : ''}`}>
      <SectionHeading level={3}>{plan.name}</SectionHeading>
      {plan.featured && <p className="recommended">{blockWords.recommended}</p>}
      <p className="price">{plan.price}</p>
      <ul>
        {plan.features.map((feature, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of text
          <li key={index}>
            <Icon name="check" size={18} />
            {feature}
          </li>
        ))}
      </ul>
      <ButtonLink href={plan.buttonUrl} look={plan.featured ? 'solid' : 'plain'}>
        {plan.buttonText}
      </ButtonLink>
    </li>
  );
}
