import { CliError } from '../base/errors';
import { type TemplateKind, templateFamilies, templateKind } from '../runtime/pages/templates';
import { whyUnshown } from '../runtime/pages/unshown';
import type { Shown } from '../runtime/wordpress/index/site-types';
import type { Addition } from './addition';

const FOLDER = 'components/templates';

/** The one file that makes templates count; a site of an early version has none. */
export const TEMPLATES_FILE = `${FOLDER}/index.ts`;

/** WordPress stores slugs no longer, and file systems take no longer names. */
const MAX = 200;

/** Parts of a starter, which shows the theme's own view. */
interface Starter {
  imports: readonly string[];
  /** Name of the component. */
  component: string;
  does: string;
  body: string;
}

const article = "import { Article } from '@/components/posts/Article';";
const pageBody = "import { PageBody } from '@/components/pages/PageBody';";
const archiveView = "import { ArchiveView } from '@/components/routes/ArchiveView';";
const showPost = '<Article post={view.post} language={view.shell.language} />';
const showPage = '<PageBody page={view.page} siteName={view.shell.title} />';
const showArchive =
  '<ArchiveView archive={view.archive} pagination={view.pagination} language={view.shell.language} />';

const starters: Record<TemplateKind, Starter> = {
  post: {
    imports: [article],
    component: 'SingleTemplate',
    does: 'a post or an item of a custom type',
    body: `  return ${showPost};`,
  },
  page: {
    imports: [pageBody],
    component: 'PageTemplate',
    does: 'a page',
    body: `  return ${showPage};`,
  },
  item: {
    imports: [pageBody, article],
    component: 'ItemTemplate',
    does: 'a page, a post or an item of a custom type',
    body: `  if (view.kind === 'post') return ${showPost};\n  return ${showPage};`,
  },
  archive: {
    imports: [archiveView],
    component: 'ArchiveTemplate',
    does: 'a list of posts',
    body: `  const { archive, pagination, shell } = view;
  return <ArchiveView archive={archive} pagination={pagination} language={shell.language} />;`,
  },
  'front-page': {
    imports: [pageBody, archiveView],
    component: 'FrontPageTemplate',
    does: 'the home page: a page, or the list of posts',
    body: `  if (view.kind === 'page') return ${showPage};
  return ${showArchive};`,
  },
  any: {
    imports: [pageBody, article, archiveView],
    component: 'IndexTemplate',
    does: 'whatever no other template shows',
    body: `  if (view.kind === 'post') return ${showPost};
  if (view.kind === 'page') return ${showPage};
  return ${showArchive};`,
  },
  '404': {
    imports: ["import { NotFound } from '@/components/NotFound';"],
    component: 'MissingTemplate',
    does: 'there is nothing at an address. Read nothing of the CMS here: Next puts this into the data of every page',
    body: '  return <NotFound path={view.path} shell={view.shell} />;',
  },
  search: {
    imports: [
      "import { PageHeading } from '@/components/content/PageHeading';",
      "import { SearchPanel } from '@/components/search/SearchPanel';",
      "import { searchWords } from '@/components/words';",
    ],
    component: 'SearchTemplate',
    does: 'the search page',
    body: `  return (
    <>
      <PageHeading>{view.page?.title || searchWords.title}</PageHeading>
      <SearchPanel query={view.query} language={view.shell.language} found={view.found} />
    </>
  );`,
  },
};

/** Meaning of the part behind the dash, where it is no slug. */
const restOf: Readonly<Record<string, string>> = {
  template: 'name',
  single: 'type',
  taxonomy: 'name',
  archive: 'type',
};

/** Names for people, in the order of the hierarchy: `single`, `single-<type>`. */
export const templateForms: readonly string[] = Object.entries(templateFamilies)
  .flatMap(([name, { more }]) => [
    ...(more === 'must' ? [] : [name]),
    ...(more === 'no' ? [] : [`${name}-<${restOf[name] ?? 'slug'}>`]),
  ])
  // JavaScript puts a number first.
  .sort((a, b) => Number(a === '404') - Number(b === '404'));

/**
 * @param shown what WordPress has; without it any type and any taxonomy is taken
 * @returns the starter, `single-project`'s as `components/templates/single-project.tsx`
 * @throws {CliError} `usage` for a name that nothing is shown by, with the one that was meant
 */
export function addTemplate(name: string, shown?: Shown): Addition {
  const kind = kindOf(name, shown);
  const { imports, component, does, body } = starters[kind];
  const path = `${FOLDER}/${name}.tsx`;
  const contents = `${["import type { TemplateProps } from 'headless-site/content';", ...imports].join('\n')}

/** ${name}: ${does}. Starts as what the theme shows. */
export default function ${component}(view: TemplateProps<'${name}'>) {
${body}
}
`;
  return { create: [{ path, contents }], change: [], next: nextFor(name) };
}

function nextFor(name: string): string[] {
  const built =
    '`npm run dev` shows it: at once where such a page was opened before, otherwise after a restart. A built site shows it after the next build.';
  if (!name.startsWith('template-')) return [built];
  return [
    built,
    'Editors find it under "Template" once WordPress has heard of it: with the next change that it tells the site, or after `npx create-headless-site doctor`.',
  ];
}

/** @throws {CliError} `usage` */
function kindOf(name: string, shown: Shown | undefined): TemplateKind {
  const kind = templateKind(name);
  const { why, meant } = whyUnshown(name, shown) ?? {};
  if (kind && !why && name.length <= MAX) return kind;
  const words = why ?? `it has more than ${MAX} characters`;
  throw new CliError(
    'usage',
    `Nothing is shown by a template "${name}": ${words}${meant ? `; did you mean "${meant}"?` : '.'}`,
    {
      details: meant ? [] : templateForms,
      fix: 'Names are those of classic themes: https://developer.wordpress.org/themes/basics/template-hierarchy/',
    },
  );
}
