// Made from companion-plugin/blocks/manifest.json by `npm run generate`. Do not edit.

/** Each asked for only when the schema has its fields: the companion plugin may be missing, or have no blocks. */
export const companionSettingsFields = /* GraphQL */ `
fragment CompanionSettingsFields on Page {
  companionSettings { hideTitle containerWidth hideHeader hideFooter customCssClass showSidebar }
}
`;

export const companionBlockFields = /* GraphQL */ `
fragment CompanionBlockFields on Page {
  flexibleContent {
    __typename
    ... on Page_Flexiblecontent_FlexibleContent_HeroCentered {
      heading
      subheading
      buttonText
      buttonUrl
    }
    ... on Page_Flexiblecontent_FlexibleContent_HeroSplit {
      heading
      subheading
      content
      buttonText
      buttonUrl
      image { sourceUrl altText }
      imagePosition
    }
    ... on Page_Flexiblecontent_FlexibleContent_FeaturesGrid {
      sectionHeading
      features { icon title description }
    }
    ... on Page_Flexiblecontent_FlexibleContent_ContentSection {
      heading
      content
      image { sourceUrl altText }
    }
    ... on Page_Flexiblecontent_FlexibleContent_Pricing {
      sectionHeading
      plans { name price features buttonText buttonUrl featured }
    }
    ... on Page_Flexiblecontent_FlexibleContent_Testimonials {
      sectionHeading
      testimonials { quote authorName authorRole authorImage { sourceUrl altText } }
    }
    ... on Page_Flexiblecontent_FlexibleContent_CTASimple {
      heading
      text
      buttonText
      buttonUrl
    }
    ... on Page_Flexiblecontent_FlexibleContent_CTABoxed {
      heading
      text
      buttonText
      buttonUrl
      backgroundColor
    }
  }
  sidebarBlocks {
    __typename
    ... on Page_Sidebarblocks_SidebarBlocks_ContentSection {
      title
      content
    }
    ... on Page_Sidebarblocks_SidebarBlocks_CtaSimple {
      heading
      text
      buttonText
      buttonUrl
    }
  }
}
`;
