/** Next's cookie of its draft mode: it renders for this visitor alone, and stores nothing. */
export const DRAFT_MODE = '__prerender_bypass';
