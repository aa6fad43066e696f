// Made from companion-plugin/blocks/manifest.json by `npm run generate`. Do not edit.

/** Asked for only when the schema has these fields: the companion plugin may be missing. */
export const companionPageFields = /* GraphQL */ `
fragment CompanionPageFields on Page {
  companionSettings { hideTitle containerWidth hideHeader hideFooter customCssClass showSidebar }
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
