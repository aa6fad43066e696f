/// <reference path="./graphql.d.ts" />
import type { NextConfig } from 'next';

type Context = { defaultConfig: NextConfig };

/**
 * Adds to a configuration of Next what the runtime needs, and brings the owner's files in: `site.config.ts`, `content.config.ts`,
 * `image-hosts.json`, the custom blocks and the words of the theme.
 * @param own settings of Next, or a function that gives them; lists are joined, and of any other setting the owner's wins
 */
export function withHeadlessSite(
  own?: NextConfig | ((phase: string, context: Context) => NextConfig | Promise<NextConfig>),
): (phase: string, context: Context) => Promise<NextConfig>;
