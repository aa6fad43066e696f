/**
 * Your own blocks; `node_modules/headless-site/docs/own-block.md` shows how one is added. `next.config.ts` reads this file too,
 * without knowing `@/`: import relatively here, and components inside `component` only.
 */
export const ownBlocks = [] as const;

declare module 'headless-site/register' {
  interface Register {
    blocks: typeof ownBlocks;
  }
}
