/**
 * What a site tells the runtime's types about itself. A site adds to it in `content.config.ts`:
 *
 *     declare module 'headless-site/register' {
 *       interface Register { blocks: typeof ownBlocks }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the site
export interface Register {}
