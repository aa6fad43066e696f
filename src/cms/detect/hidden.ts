import * as z from 'zod';
import { line } from '../line';
import type { CmsAccess } from '../post';
import { restRequest } from '../rest';
import type { HiddenType } from './detected';

/** Types and taxonomies of WordPress itself, which are not for visitors or always in GraphQL. */
const BUILT_IN =
  /^(post|page|attachment|category|post_tag|post_format|nav_menu|nav_menu_item|link_category|wp_.*)$/;
/** Candidates that are looked at: of a site with more, the first ones say what is to be done. */
const MOST = 10;

const entry = z.object({
  name: line,
  slug: z.string().regex(/^[\w-]{1,32}$/),
  rest_base: z.string().regex(/^[\w-]+$/),
  rest_namespace: z
    .string()
    .regex(/^[\w/-]+$/)
    .catch('wp/v2'),
});
const kinds = { type: 'wp/v2/types', taxonomy: 'wp/v2/taxonomies' } as const;

/**
 * Types and taxonomies that WordPress shows to visitors and not to GraphQL, as far as its REST interface tells: that knows only
 * those with `show_in_rest`, so the companion's report says more (`doctor`).
 * @param endpoint of GraphQL
 * @param known names that GraphQL has; null where that is not known
 * @returns always; null where it could not be found out
 */
export async function hiddenTypes(
  endpoint: string,
  access: CmsAccess,
  known: { type: readonly string[] | null; taxonomy: readonly string[] | null },
): Promise<HiddenType[] | null> {
  const root = `${endpoint.replace(/\/graphql$/, '')}/?rest_route=/`;
  const found = await Promise.all(
    (Object.keys(kinds) as (keyof typeof kinds)[]).map(async (kind) => {
      const names = known[kind];
      if (!names) return null;
      const { body } = await restRequest(root, kinds[kind], access);
      const all = z.record(z.string(), z.unknown()).safeParse(body).data;
      if (!all) return null;
      const others = Object.values(all)
        .flatMap((value) => entry.safeParse(value).data ?? [])
        .filter(({ slug }) => !BUILT_IN.test(slug) && !names.includes(slug))
        .slice(0, MOST);
      const shown = await Promise.all(others.map((other) => hasPages(endpoint, root, other, access)));
      return others.filter((_, i) => shown[i]).map(({ name, slug }) => ({ kind, name: slug, label: name }));
    }),
  ).catch(() => [null]);
  return found.every((list) => list === null) ? null : found.flatMap((list) => list ?? []);
}

/** Whether visitors of WordPress see something at the address of one of its items: REST does not say what is public. */
async function hasPages(
  endpoint: string,
  root: string,
  { rest_base: base, rest_namespace: namespace }: z.output<typeof entry>,
  access: CmsAccess,
): Promise<boolean> {
  const { body } = await restRequest(root, `${namespace}/${base}&per_page=1&_fields=link`, access);
  const link = z.tuple([z.object({ link: z.url({ protocol: /^https?$/ }) })]).safeParse(body).data?.[0].link;
  if (!link) return false;
  const { host, search } = new URL(link);
  // Without an address of its own it has no page; and no other host is asked.
  if (search !== '' || host !== new URL(endpoint).host) return false;
  const signal = AbortSignal.timeout(access.timeoutMs ?? 10_000);
  const { status, headers } = await fetch(link, { method: 'HEAD', redirect: 'manual', signal });
  if (status < 300) return true;
  // To the front end, where the companion sends visitors. Elsewhere leads WordPress's guess of what may be meant.
  const to = headers.get('location');
  return status < 400 && to !== null && pathOf(new URL(to, link)) === pathOf(new URL(link));
}

const pathOf = ({ pathname }: URL) => pathname.toLowerCase().replace(/\/$/, '');
