/** Posts that a post leads to, below it. */
export const RELATED = 3;
