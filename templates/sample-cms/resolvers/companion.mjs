import { resolveBlocks } from '../store/blocks.mjs';
import { isRestricted } from './access.mjs';

/** What the companion plugin adds to a page; its types are in schema/companion.graphql. */

/** @type {import('./types.mjs').Resolvers} */
export const companionResolvers = {
  Page: {
    flexibleContent: (page, _, ctx) =>
      isRestricted(page, ctx) ? null : resolveBlocks(page.blocks, 'flexibleContent', ctx),
    sidebarBlocks: (page, _, ctx) =>
      isRestricted(page, ctx) ? null : resolveBlocks(page.sidebar, 'sidebarBlocks', ctx),
    companionSettings: (page) => ({
      hideTitle: false,
      containerWidth: 'default',
      hideHeader: false,
      hideFooter: false,
      customCssClass: null,
      showSidebar: false,
      ...page.settings,
    }),
  },
};
