// Made from companion-plugin/blocks/manifest.json by `npm run generate`. Do not edit.
import type { BlockField, UnionName } from './fields.ts';

export const icons: readonly string[] = [
  'bolt',
  'calendar',
  'chart',
  'check',
  'clock',
  'globe',
  'heart',
  'leaf',
  'lock',
  'mail',
  'map',
  'phone',
  'shield',
  'spark',
  'star',
  'tools',
  'truck',
  'users',
];
export const unionTypes = {
  flexibleContent: 'Page_Flexiblecontent_FlexibleContent',
  sidebarBlocks: 'Page_Sidebarblocks_SidebarBlocks',
} as const satisfies Record<UnionName, string>;
export const tokens: readonly string[] = ['surface', 'muted', 'accent', 'contrast'];
/** Every accepted `__typename`, other spellings included, with its canonical name and fields. */
export const blockTable: Record<string, { typename: string; fields: Record<string, BlockField> }> = {
  Page_Flexiblecontent_FlexibleContent_HeroCentered: {
    typename: 'Page_Flexiblecontent_FlexibleContent_HeroCentered',
    fields: {
      heading: { kind: 'string', required: true },
      subheading: { kind: 'string', required: true },
      buttonText: { kind: 'string' },
      buttonUrl: { kind: 'url' },
    },
  },
  Page_Flexiblecontent_FlexibleContent_HeroSplit: {
    typename: 'Page_Flexiblecontent_FlexibleContent_HeroSplit',
    fields: {
      heading: { kind: 'string', required: true },
      subheading: { kind: 'string', required: true },
      content: { kind: 'html', required: true },
      buttonText: { kind: 'string' },
      buttonUrl: { kind: 'url' },
      image: { kind: 'image' },
      imagePosition: { kind: 'enum', values: ['left', 'right'], default: 'right', required: true },
    },
  },
  Page_Flexiblecontent_FlexibleContent_FeaturesGrid: {
    typename: 'Page_Flexiblecontent_FlexibleContent_FeaturesGrid',
    fields: {
      sectionHeading: { kind: 'string', required: true },
      features: {
        kind: 'list',
        required: true,
        item: {
          name: 'Feature',
          fields: {
            icon: { kind: 'icon', required: true },
            title: { kind: 'string', required: true },
            description: { kind: 'string', required: true },
          },
        },
      },
    },
  },
  Page_Flexiblecontent_FlexibleContent_ContentSection: {
    typename: 'Page_Flexiblecontent_FlexibleContent_ContentSection',
    fields: {
      heading: { kind: 'string' },
      content: { kind: 'html', required: true },
      image: { kind: 'image' },
    },
  },
  Page_Flexiblecontent_FlexibleContent_Pricing: {
    typename: 'Page_Flexiblecontent_FlexibleContent_Pricing',
    fields: {
      sectionHeading: { kind: 'string', required: true },
      plans: {
        kind: 'list',
        required: true,
        item: {
          name: 'Plan',
          fields: {
            name: { kind: 'string', required: true },
            price: { kind: 'string', required: true },
            features: { kind: 'list', required: true, item: 'string' },
            buttonText: { kind: 'string' },
            buttonUrl: { kind: 'url' },
            featured: { kind: 'boolean' },
          },
        },
      },
    },
  },
  Page_Flexiblecontent_FlexibleContent_Testimonials: {
    typename: 'Page_Flexiblecontent_FlexibleContent_Testimonials',
    fields: {
      sectionHeading: { kind: 'string', required: true },
      testimonials: {
        kind: 'list',
        required: true,
        item: {
          name: 'Testimonial',
          fields: {
            quote: { kind: 'string', required: true },
            authorName: { kind: 'string', required: true },
            authorRole: { kind: 'string' },
            authorImage: { kind: 'image' },
          },
        },
      },
    },
  },
  Page_Flexiblecontent_FlexibleContent_CTASimple: {
    typename: 'Page_Flexiblecontent_FlexibleContent_CTASimple',
    fields: {
      heading: { kind: 'string', required: true },
      text: { kind: 'string' },
      buttonText: { kind: 'string', required: true },
      buttonUrl: { kind: 'url', required: true },
    },
  },
  Page_Flexiblecontent_FlexibleContent_CtaSimple: {
    typename: 'Page_Flexiblecontent_FlexibleContent_CTASimple',
    fields: {
      heading: { kind: 'string', required: true },
      text: { kind: 'string' },
      buttonText: { kind: 'string', required: true },
      buttonUrl: { kind: 'url', required: true },
    },
  },
  Page_Flexiblecontent_FlexibleContent_CTABoxed: {
    typename: 'Page_Flexiblecontent_FlexibleContent_CTABoxed',
    fields: {
      heading: { kind: 'string', required: true },
      text: { kind: 'string' },
      buttonText: { kind: 'string', required: true },
      buttonUrl: { kind: 'url', required: true },
      backgroundColor: { kind: 'token' },
    },
  },
  Page_Flexiblecontent_FlexibleContent_CtaBoxed: {
    typename: 'Page_Flexiblecontent_FlexibleContent_CTABoxed',
    fields: {
      heading: { kind: 'string', required: true },
      text: { kind: 'string' },
      buttonText: { kind: 'string', required: true },
      buttonUrl: { kind: 'url', required: true },
      backgroundColor: { kind: 'token' },
    },
  },
  Page_Sidebarblocks_SidebarBlocks_ContentSection: {
    typename: 'Page_Sidebarblocks_SidebarBlocks_ContentSection',
    fields: { title: { kind: 'string' }, content: { kind: 'html', required: true } },
  },
  Page_Sidebarblocks_SidebarBlocks_CtaSimple: {
    typename: 'Page_Sidebarblocks_SidebarBlocks_CtaSimple',
    fields: {
      heading: { kind: 'string', required: true },
      text: { kind: 'string' },
      buttonText: { kind: 'string', required: true },
      buttonUrl: { kind: 'url', required: true },
    },
  },
};
export const pageSettingsFields: Record<string, BlockField> = {
  hideTitle: { kind: 'boolean' },
  containerWidth: {
    kind: 'enum',
    values: ['default', 'contained', 'full'],
    aliases: { 'full-width': 'full' },
  },
  hideHeader: { kind: 'boolean' },
  hideFooter: { kind: 'boolean' },
  customCssClass: { kind: 'string' },
  showSidebar: { kind: 'boolean' },
};
