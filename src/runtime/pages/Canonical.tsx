import { canonicalOf } from './metadata.ts';
import type { ResolvedRoute } from './resolve.ts';

/** React puts it into the head. Next's metadata would cut the slash off an address without a path (16.4, resolve-url.js). */
export function Canonical({ route }: { route: ResolvedRoute }) {
  return route.preview ? null : <link rel="canonical" href={canonicalOf(route)} />;
}
