/**
 * Your own blocks; how one is added says `node_modules/headless-site/docs/own-block.md`. `next.config.ts` reads this file too,
 * without knowing `@/`: import relatively here, and components inside `component` only.
 */
export const ownBlocks = [] as const;

declare module 'headless-site/register' {
  interface Register {
    blocks: typeof ownBlocks;
  }
}
