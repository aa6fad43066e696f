// Made from companion-plugin/blocks/manifest.json by `npm run generate`. Do not edit.

export type BlockIcon =
  | 'bolt'
  | 'calendar'
  | 'chart'
  | 'check'
  | 'clock'
  | 'globe'
  | 'heart'
  | 'leaf'
  | 'lock'
  | 'mail'
  | 'map'
  | 'phone'
  | 'shield'
  | 'spark'
  | 'star'
  | 'tools'
  | 'truck'
  | 'users';

export type BlockToken = 'surface' | 'muted' | 'accent' | 'contrast';

export interface BlockImage {
  sourceUrl: string;
  altText: string;
}

export interface HeroCenteredBlock {
  __typename: 'Page_Flexiblecontent_FlexibleContent_HeroCentered';
  heading: string;
  subheading: string;
  buttonText?: string;
  buttonUrl?: string;
}

export interface HeroSplitBlock {
  __typename: 'Page_Flexiblecontent_FlexibleContent_HeroSplit';
  heading: string;
  subheading: string;
  /** HTML as the CMS sent it; sanitised where it is shown. */
  content: string;
  buttonText?: string;
  buttonUrl?: string;
  image?: BlockImage;
  imagePosition: 'left' | 'right';
}

export interface FeaturesGridBlockFeature {
  /** A `BlockIcon`, or a short text. */
  icon: string;
  title: string;
  description: string;
}

export interface FeaturesGridBlock {
  __typename: 'Page_Flexiblecontent_FlexibleContent_FeaturesGrid';
  sectionHeading: string;
  features: FeaturesGridBlockFeature[];
}

export interface ContentSectionBlock {
  __typename: 'Page_Flexiblecontent_FlexibleContent_ContentSection';
  heading?: string;
  /** HTML as the CMS sent it; sanitised where it is shown. */
  content: string;
  image?: BlockImage;
}

export interface PricingBlockPlan {
  name: string;
  price: string;
  features: string[];
  buttonText?: string;
  buttonUrl?: string;
  featured?: boolean;
}

export interface PricingBlock {
  __typename: 'Page_Flexiblecontent_FlexibleContent_Pricing';
  sectionHeading: string;
  plans: PricingBlockPlan[];
}

export interface TestimonialsBlockTestimonial {
  quote: string;
  authorName: string;
  authorRole?: string;
  authorImage?: BlockImage;
}

export interface TestimonialsBlock {
  __typename: 'Page_Flexiblecontent_FlexibleContent_Testimonials';
  sectionHeading: string;
  testimonials: TestimonialsBlockTestimonial[];
}

export interface CTASimpleBlock {
  __typename: 'Page_Flexiblecontent_FlexibleContent_CTASimple';
  heading: string;
  text?: string;
  buttonText: string;
  buttonUrl: string;
}

export interface CTABoxedBlock {
  __typename: 'Page_Flexiblecontent_FlexibleContent_CTABoxed';
  heading: string;
  text?: string;
  buttonText: string;
  buttonUrl: string;
  backgroundColor?: BlockToken;
}

export interface SidebarContentSectionBlock {
  __typename: 'Page_Sidebarblocks_SidebarBlocks_ContentSection';
  title?: string;
  /** HTML as the CMS sent it; sanitised where it is shown. */
  content: string;
}

export interface SidebarCtaSimpleBlock {
  __typename: 'Page_Sidebarblocks_SidebarBlocks_CtaSimple';
  heading: string;
  text?: string;
  buttonText: string;
  buttonUrl: string;
}

export type FlexibleContent =
  | HeroCenteredBlock
  | HeroSplitBlock
  | FeaturesGridBlock
  | ContentSectionBlock
  | PricingBlock
  | TestimonialsBlock
  | CTASimpleBlock
  | CTABoxedBlock;

export type SidebarBlock = SidebarContentSectionBlock | SidebarCtaSimpleBlock;

export interface PageSettings {
  hideTitle?: boolean;
  containerWidth?: 'default' | 'contained' | 'full';
  hideHeader?: boolean;
  hideFooter?: boolean;
  customCssClass?: string;
  showSidebar?: boolean;
}
