/**
 * What a site tells the runtime's types about itself. Each list of the owner's adds itself at its end, `content.config.ts` as
 * `content` and `components/blocks/own` as `blocks`:
 *
 *     declare module 'headless-site/register' {
 *       interface Register { content: typeof content }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the site
export interface Register {}
