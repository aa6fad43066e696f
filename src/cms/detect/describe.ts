import type { DetectedCms, MenuLocation } from './detected';

/** Characters of a text that are enough to know it again. */
const MAX_SHOWN = 70;
const seoNames = { seo_plugin_a: 'Yoast SEO', seo_plugin_b: 'Rank Math', none: 'none' } as const;

/** The findings, as rows of a name and a text; what could not be found out is one row at the end. */
export function describe(cms: DetectedCms): [name: string, text: string][] {
  const rows: [string, string | null][] = [
    ['Title', short(cms.title)],
    ['Description', short(cms.description)],
    ['Language', cms.language],
    ['Time zone', cms.timezone],
    ['Permalinks', cms.permalinks],
    ['Content types', cms.types && list(cms.types.map(({ name, label }) => `${label} (${name})`))],
    ['Menus', menus(cms)],
    ['SEO plugin', cms.seo && seoNames[cms.seo]],
    ['Companion', companion(cms)],
    ['Image hosts', cms.imageHosts && list(cms.imageHosts, 'its own')],
    ['Forms', cms.forms && list(cms.forms, 'none')],
    ['Linked pictures', cms.contentHosts && list(cms.contentHosts, 'none from elsewhere')],
  ];
  const known = rows.filter((row): row is [string, string] => row[1] !== null && row[1] !== '');
  const unknown = rows.filter(([, text]) => text === null).map(([name]) => name);
  return unknown.length === 0 ? known : [...known, ['Not found out', unknown.join(', ')]];
}

function short(text: string | null): string | null {
  return text && text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}

function list(items: readonly string[], none = 'no others'): string {
  return items.join(', ') || none;
}

function companion({ companion: found }: DetectedCms): string | null {
  return found && (found.installed ? (found.version ?? 'an old version') : 'not installed');
}

function menus({ menus: found }: DetectedCms): string | null {
  const known = (Object.keys(found) as MenuLocation[]).filter((location) => found[location] !== null);
  if (known.length === 0) return null;
  return known
    .map((location) => (found[location] === 'filled' ? location : `${location} (${found[location]})`))
    .join(', ');
}
