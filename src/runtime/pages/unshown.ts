import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '../config/index.ts';
import type { Shown } from '../wordpress/index/site-types.ts';
import { templateFamilies, templateKind } from './templates.ts';

/** Why a template shows nothing, and the name that was meant. */
export interface Unshown {
  why: string;
  meant?: string | undefined;
}

/** A name that fits every file system and a line of code. */
const FILE = /^[^\s\p{Cc}\\/:*?"'<>|.$`]+$/u;

/** Names that WordPress can offer and an HTTP header takes. */
const OFFERED = /^template-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Whether nothing is ever shown by a template.
 * @param name without ending
 * @param shown what WordPress has; without it only the form of the name is judged. Slugs and ids never are.
 * @returns undefined where something may be
 */
export function whyUnshown(name: string, shown?: Shown): Unshown | undefined {
  if (!templateKind(name) || !FILE.test(name) || name !== name.toLowerCase()) {
    const meant = meantBy(name);
    // That one may be unknown to WordPress, and lead further.
    const further = meant !== undefined && meant !== name ? whyUnshown(meant, shown)?.meant : undefined;
    return { why: 'it is no name of a template', meant: further ?? meant };
  }
  if (name.startsWith('template-') && !OFFERED.test(name))
    return {
      why: 'WordPress cannot offer it: small letters of English, digits and single dashes',
      meant: plain(name),
    };
  const [, family = '', rest = ''] = /^(single|archive|taxonomy)-(.+)$/.exec(name) ?? [];
  // Every WordPress has types: one that says none has not answered.
  return rest && shown?.types.length ? unknownTo(shown, family, rest) : undefined;
}

/** Names that WordPress has itself, and that other families are for. */
const others: Readonly<Record<string, string>> = {
  'single-page': 'page',
  'archive-post': 'home',
  'archive-category': 'category',
  'archive-tag': 'tag',
  'archive-post_tag': 'tag',
  'taxonomy-category': 'category',
  'taxonomy-tag': 'tag',
  'taxonomy-post_tag': 'tag',
};

function unknownTo({ types, taxonomies }: Shown, family: string, rest: string): Unshown | undefined {
  const custom = types.filter(({ name }) => !['post', 'page', 'attachment'].includes(name));
  const known: Readonly<Record<string, readonly string[]>> = {
    single: ['post', ...custom.map(({ name }) => name)],
    archive: custom.map(({ name }) => name),
    taxonomy: taxonomies.filter((name) => !['category', 'post_tag', 'post_format'].includes(name)),
  };
  const names = known[family] ?? [];
  const begins = (name: string) => rest === name || (family !== 'archive' && rest.startsWith(`${name}-`));
  if (names.some(begins)) {
    const type = family === 'archive' && custom.find(({ name }) => name === rest);
    return type && type.uri === null
      ? { why: `WordPress has no archive of the type "${rest}": register_post_type() wants "has_archive"` }
      : undefined;
  }
  const [, own, slug = ''] =
    /^([a-z]+-(?:page|post_tag|post|tag|category))(-.+)?$/.exec(`${family}-${rest}`) ?? [];
  const other = others[own ?? ''];
  const what = family === 'taxonomy' ? 'taxonomy' : 'type';
  if (other)
    return {
      why: 'what WordPress has itself has a name of its own',
      meant: `${other}${other === 'home' ? '' : slug}`,
    };
  const elsewhere = family === 'taxonomy' ? 'single' : 'taxonomy';
  const meant = known[elsewhere]?.includes(rest)
    ? `${elsewhere}-${rest}`
    : nearestOf(family, rest, names, custom.find(({ graphql }) => graphql === rest)?.name);
  const has = names.length > 0 ? `; it has ${names.join(', ')}` : '';
  return { why: `WordPress shows no ${what} "${rest}"${meant ? '' : has}`, meant };
}

/** Of the whole, or of what stands before a slug. */
function nearestOf(
  family: string,
  rest: string,
  names: readonly string[],
  known?: string,
): string | undefined {
  const whole = known ?? nearest(rest, names);
  if (whole) return `${family}-${whole}`;
  const [, head = '', slug = ''] = /^([^-]+)(-.+)$/.exec(rest) ?? [];
  const near = head && family !== 'archive' ? nearest(head, names) : undefined;
  if (near) return `${family}-${near}${slug}`;
  const builtIn = Object.keys(others).filter((name) => name.startsWith(`${family}-`));
  const own = nearest(
    rest,
    builtIn.map((name) => name.slice(family.length + 1)),
  );
  return own && others[`${family}-${own}`];
}

/**
 * The files of `components/templates` that nothing is shown by, a line each.
 * @param files names with endings; components beside the templates, which begin with a capital, are none of them
 * @param root folder of the site
 */
export function unshownTemplates(files: readonly string[], shown?: Shown, root = '.'): string[] {
  return files.flatMap((file) => {
    const name = /^(.+)\.tsx$/.exec(file)?.[1];
    const isTemplate = name && (templateKind(name.toLowerCase()) || meantBy(name));
    if (!isTemplate || (/^[A-Z]/.test(name) && !templateKind(name.toLowerCase()))) return [];
    const where = `components/templates/${file}`;
    const found = whyUnshown(name, shown);
    if (found) {
      const { why, meant } = found;
      const fix = meant ? `call it ${meant}.tsx` : 'docs/template.md of headless-site has the names';
      return [`${where} shows nothing: ${why}. Fix: ${fix}`];
    }
    if (EXPORTS.test(readFileSync(path.join(root, where), 'utf8'))) return [];
    return [
      `${where} shows nothing: it has no default export. Fix: write "export default" before the component of ${file}`,
    ];
  });
}

/** `export default …`, or `export { … default … }` of a component that another file has. */
const EXPORTS = /\bexport\s+(?:default\b|\{[^}]*\bdefault\b)/;

/** The nearest name: of the whole, or of what stands before a dash; names of types have an underscore, and some write it in front too. */
function meantBy(given: string): string | undefined {
  const name = given.toLowerCase().replace(/\.tsx$|[^\p{L}\p{N}_-]+/gu, '');
  const [, head = '', rest = ''] = /^([^-_]+)[-_](.+)$/.exec(name) ?? [];
  const family = rest === '' ? undefined : nearest(head, familiesWith('may', 'must'));
  const meant = templateKind(name)
    ? name
    : family
      ? `${family}-${rest}`
      : nearest(name, familiesWith('may', 'no'));
  return meant?.startsWith('template-') ? plain(meant) : meant;
}

const familiesWith = (...more: string[]) =>
  Object.keys(templateFamilies).filter((name) => more.includes(templateFamilies[name]?.more ?? ''));

/** A name that WordPress can offer. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^a-z0-9-]+/g, '')
    .replace(/-+/g, '-');
