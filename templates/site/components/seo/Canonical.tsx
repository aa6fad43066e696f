import { canonicalOf } from '@/lib/routes/metadata';
import type { ResolvedRoute } from '@/lib/routes/resolve';

/** React puts it into the head. Next's metadata would cut the slash off an address without a path (16.4, resolve-url.js). */
export function Canonical({ route }: { route: ResolvedRoute }) {
  return route.preview ? null : <link rel="canonical" href={canonicalOf(route)} />;
}
