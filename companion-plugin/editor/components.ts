import type { ComponentType } from 'react';
import { ContentSection } from '@/components/blocks/ContentSection';
import { CTABoxed } from '@/components/blocks/CTABoxed';
import { CTASimple } from '@/components/blocks/CTASimple';
import { FeaturesGrid } from '@/components/blocks/FeaturesGrid';
import { HeroCentered } from '@/components/blocks/HeroCentered';
import { HeroSplit } from '@/components/blocks/HeroSplit';
import { Pricing } from '@/components/blocks/Pricing';
import { SidebarContentSection } from '@/components/blocks/SidebarContentSection';
import { SidebarCtaSimple } from '@/components/blocks/SidebarCtaSimple';
import { Testimonials } from '@/components/blocks/Testimonials';

/** A component of the site, given something to edit in the place of texts. */
export type SiteComponent = ComponentType<{
  block: Record<string, unknown>;
  headingLevel: 1 | 2;
  id: string;
  isFirst: boolean;
}>;

const site = {
  'companion/hero-centered': HeroCentered,
  'companion/hero-split': HeroSplit,
  'companion/features-grid': FeaturesGrid,
  'companion/content-section': ContentSection,
  'companion/pricing': Pricing,
  'companion/testimonials': Testimonials,
  'companion/cta-simple': CTASimple,
  'companion/cta-boxed': CTABoxed,
  'companion/sidebar-content-section': SidebarContentSection,
  'companion/sidebar-cta-simple': SidebarCtaSimple,
};

/** Which component of the site shows which block. An owner's own block has none here and is shown plainly. */
export const components = site as unknown as Record<string, SiteComponent | undefined>;
