import { isNewer } from '../../base/version';
import type { DetectedCms, HiddenType, MenuLocation, MenuState } from './detected';
import { notShown } from './forms';

/** A change advised to a CMS that works. */
export interface Advice {
  about: 'permalinks' | 'companion' | 'menus' | 'types' | 'forms' | 'reserved';
  problem: string;
  fix: string;
}

/** @param ownVersion of the companion plugin that this program brings */
export function adviceOn(cms: DetectedCms, ownVersion: string): Advice[] {
  return [
    ...permalinks(cms),
    ...companion(cms, ownVersion),
    ...menus(cms),
    ...hiddenAdvice(cms.hidden),
    ...formsAdvice(cms.forms),
    ...(cms.reserved ?? []).map((path) => ({
      about: 'reserved' as const,
      problem: `The CMS has a page at ${path}, which is an address of the site's own.`,
      fix: 'Give the page another slug: visitors of the site will not see it.',
    })),
  ];
}

/**
 * Content types that have a route in the site, and are unknown to the CMS: the build fails on them.
 * @param custom `rendering.custom` of the configuration
 * @param names of the types that the CMS has in GraphQL; null where that is not known
 */
export function missingTypes(
  custom: Readonly<Record<string, unknown>> | undefined,
  names: readonly string[] | null,
): Advice[] {
  const missing = Object.keys(custom ?? {}).filter((type) => names?.includes(type) === false);
  if (missing.length === 0) return [];
  const quoted = missing.map((type) => JSON.stringify(type)).join(', ');
  return [
    {
      about: 'types',
      problem: `The CMS has no content type ${quoted} in GraphQL (it has: ${names?.join(', ') || 'none'}): the site does not build.`,
      fix: 'Register it there with "public", "show_in_graphql", "graphql_single_name" and "graphql_plural_name", or correct the custom types of the site with regenerate-config --custom.',
    },
  ];
}

function permalinks({ permalinks: structure }: DetectedCms): Advice[] {
  if (structure !== 'plain') return [];
  return [
    {
      about: 'permalinks',
      problem: 'Permalinks are "Plain", so posts and pages have no addresses of their own.',
      fix: 'Choose "Post name" under Settings > Permalinks.',
    },
  ];
}

function companion({ companion: found }: DetectedCms, own: string): Advice[] {
  if (found === null || (found.installed && found.version !== null && !isNewer(own, found.version)))
    return [];
  const upload = 'Upload wordpress/companion.zip of the new site under Plugins > Add New > Upload Plugin';
  if (!found.installed) {
    return [
      {
        about: 'companion',
        problem:
          'The companion plugin is not active: there are no previews, and the site hears of no change.',
        fix: `${upload}; wordpress/README.md says the rest.`,
      },
    ];
  }
  const version = found.version ? `version ${found.version}` : 'an old version';
  return [
    {
      about: 'companion',
      problem: `The companion plugin is ${version}, this program brings ${own}.`,
      fix: `${upload}.`,
    },
  ];
}

/** @param hidden what GraphQL does not have; null where that is not known */
export function hiddenAdvice(hidden: readonly HiddenType[] | null): Advice[] {
  return (hidden ?? []).map((type) => ({
    about: 'types',
    problem: `${type.label} (${type.name}) are public in WordPress and not in GraphQL: the site does not show them.`,
    fix: `Put into a plugin, or functions.php of the theme: ${phpFor(type)}`,
  }));
}

/** The line of PHP that shows one to GraphQL. */
function phpFor({ kind, name }: HiddenType): string {
  const single = graphqlName(name);
  const plural = single.endsWith('s')
    ? `all${single.charAt(0).toUpperCase()}${single.slice(1)}`
    : `${single}s`;
  const filter = kind === 'type' ? 'register_post_type_args' : 'register_taxonomy_args';
  return (
    `add_filter( '${filter}', fn( $args, $name ) => '${name}' === $name ? ` +
    `[ 'show_in_graphql' => true, 'graphql_single_name' => '${single}', 'graphql_plural_name' => '${plural}' ] + $args : $args, 10, 2 );`
  );
}

/** `case-study` is `caseStudy`; a name of GraphQL begins with a letter. */
function graphqlName(name: string): string {
  const words = name.split(/[^a-z0-9]+/i).filter(Boolean);
  const camel = words
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  return /^[a-z]/i.test(camel) ? camel : `type${camel}`;
}

/** @param forms plugins whose forms the texts have; null where that is not known */
function formsAdvice(forms: readonly string[] | null): Advice[] {
  const names = notShown(forms ?? []);
  if (names.length === 0) return [];
  return [
    {
      about: 'forms',
      problem: `Forms of ${names.join(', ')} cannot be filled in on the site: a notice leads to the page on WordPress.`,
      fix: 'Make those forms with Contact Form 7 or Formidable Forms, or write an adapter for the companion plugin (filter "companion_forms").',
    },
  ];
}

const menuProblems: Partial<Record<MenuState, (location: MenuLocation) => Advice>> = {
  empty: (location) => ({
    about: 'menus',
    problem: `The menu location ${location} is empty.`,
    fix: `Put a menu there under Appearance > Menus: the site's ${places[location]} shows it.`,
  }),
  unregistered: (location) => ({
    about: 'menus',
    problem: `The theme has no menu location ${location}.`,
    fix: 'The companion plugin adds it; then put a menu there under Appearance > Menus.',
  }),
};
const places: Record<MenuLocation, string> = { PRIMARY: 'header', FOOTER: 'footer' };

function menus({ menus: found }: DetectedCms): Advice[] {
  return (Object.keys(places) as MenuLocation[]).flatMap((location) => {
    const state = found[location];
    return (state && menuProblems[state]?.(location)) ?? [];
  });
}
