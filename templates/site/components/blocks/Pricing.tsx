import type { PricingBlock, PricingBlockPlan } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { ButtonLink } from '@/components/content/ButtonLink';
import { Icon } from '@/components/content/Icon';
import { blockWords } from '@/components/words';
import { SectionHeading } from './SectionHeading';

/** Plans side by side, like columns of a table. The featured one is marked in words and by its rule, not by size. */
export function Pricing({ block, headingLevel }: BlockProps<PricingBlock>) {
  return (
    <section className="band">
      <div className="container">
        <SectionHeading level={headingLevel}>{block.sectionHeading}</SectionHeading>
        <ul className="mt-10 grid gap-x-10 gap-y-12 md:auto-cols-fr md:grid-flow-col">
          {block.plans.map((plan, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: plans have no identity but their place
            <Plan key={index} plan={plan} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Plan({ plan }: { plan: PricingBlockPlan }) {
  return (
    <li className={`flex flex-col border-t-2 pt-5 ${plan.featured ? 'border-accent' : 'border-line'}`}>
      <div className="flex items-baseline justify-between gap-4">
        <SectionHeading level={3} className="font-sans text-base font-semibold tracking-normal">
          {plan.name}
        </SectionHeading>
        {plan.featured && <span className="text-xs font-medium text-accent">{blockWords.recommended}</span>}
      </div>
      <p className="mt-3 font-heading text-3xl font-medium tabular-nums">{plan.price}</p>
      <ul className="mt-6 mb-8 space-y-2.5 text-sm text-soft">
        {plan.features.map((feature, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of text
          <li key={index} className="flex gap-2.5">
            <Icon name="check" size={18} className="mt-0.5 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto empty:hidden">
        <ButtonLink href={plan.buttonUrl} look={plan.featured ? 'solid' : 'plain'}>
          {plan.buttonText}
        </ButtonLink>
      </div>
    </li>
  );
}
