import { readFileSync } from 'node:fs';
import type { WordPress } from '../wordpress/server';

/** Posts of one run of PHP: its memory holds them. */
const AT_ONCE = 20_000;

const seed = readFileSync(new URL('seed-posts.php', import.meta.url), 'utf8').replace('<?php', '');

/**
 * Puts posts straight into the tables of a WordPress without content, as an import that no hook tells of.
 * @param first number of the first one; 1 brings the terms along
 * @param last number of the last one
 */
export async function seedPosts(cms: WordPress, first: number, last: number): Promise<void> {
  for (let from = first; from <= last; from += AT_ONCE)
    await cms.php(`$first = ${from}; $last = ${Math.min(last, from + AT_ONCE - 1)}; ${seed}`);
}
