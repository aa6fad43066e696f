import path from 'node:path';
import { execaSync } from 'execa';
import { edit, read } from '../cli/cli';
import { entryOf, lineOf } from '../support/recipes';
import { JOBS, LOGO, MAIN_NAV, OWN_TEST, PROVIDERS, SHARE, SOCIAL } from './owner-files';
import { files, move, recipe, remove, shows, withPackage, write } from './owner-hands';

/** Changes the site in a folder. */
type Edit = (site: string) => void;

const HEADER = 'components/shell/Header.tsx';
const FOOTER = 'components/shell/Footer.tsx';
const SHELL = 'components/shell/SiteShell.tsx';
const LAYOUT = 'app/layout.tsx';
const ARTICLE = 'components/posts/Article.tsx';
const CARD = 'components/posts/PostCard.tsx';
const WORDS = 'components/words.ts';
const STYLES = 'app/globals.css';
const CONTENT = 'content.config.ts';
const NEXT = 'next.config.ts';

const TOGGLE = '          <ThemeToggle />\n';
const MENU_TREE = '<MenuTree nodes={primary} currentPath={currentPath} className="menu-list" />';
const RELATED = '      <RelatedPosts post={post} language={language} />\n';
const AUTHOR = /( {10}<AuthorBox\n[\s\S]*?\n {10}\/>\n)/;

/**
 * Edits that agencies and owners make to a site in its first year, by their own files: pages, components, looks, words, extension
 * points, settings, tools. In this order, so that what holds for all files comes last.
 */
export const owners: Readonly<Record<string, Edit>> = {
  // Pages
  'a page of their own': (site) => {
    recipe(site, 'custom-page');
    edit(site, CONTENT, 'defineContent({', `defineContent({\n${entryOf('custom-page')}`);
    shows(site, '/pricing', 'A chair is 480 euros');
  },
  'a page with a query of its own': (site) => {
    recipe(site, 'custom-query');
    shows(site, '/pictures', 'Pictures');
  },
  "a page of the theme's parts": (site) => {
    write(site, 'app/jobs/page.tsx', JOBS);
    shows(site, '/jobs', 'No open positions');
  },
  'an imprint, and a link to it in the footer': (site) => {
    write(
      site,
      'app/imprint/page.tsx',
      `export default function Imprint() {\n  return <p>Acme, Porto</p>;\n}\n`,
    );
    edit(site, FOOTER, TOGGLE, `${TOGGLE}          <a href="/imprint">Imprint</a>\n`);
    shows(site, '/imprint', 'Acme, Porto');
  },
  'a route for a newsletter': (site) =>
    write(
      site,
      'app/api/newsletter/route.ts',
      'export async function POST(): Promise<Response> {\n  return Response.json({ ok: true });\n}\n',
    ),
  'a section above the latest posts': (site) => {
    write(
      site,
      'components/home/Intro.tsx',
      `export function Intro() {\n  return <p className="container">Since 1998</p>;\n}\n`,
    );
    edit(site, 'app/page.tsx', 'after={<LatestPosts />}', 'after={<><Intro /><LatestPosts count={6} /></>}');
    edit(
      site,
      'app/page.tsx',
      /(?=import \{ ContentRoute)/,
      "import { Intro } from '@/components/home/Intro';\n",
    );
  },
  'another 404': (site) =>
    edit(
      site,
      'components/NotFound.tsx',
      /<p className="lead">[\s\S]*?<\/p>/,
      '<p className="lead"><a href="/search">Search instead</a></p>',
    ),

  // Header, footer, layout
  'another navigation': (site) => {
    write(site, 'components/shell/MainNav.tsx', MAIN_NAV);
    edit(site, HEADER, MENU_TREE, '<MainNav />');
    edit(
      site,
      HEADER,
      "import { isSamePath, MenuTree } from './MenuTree';",
      "import { MainNav } from './MainNav';\nimport { isSamePath } from './MenuTree';",
    );
  },
  'a button in the header': (site) =>
    edit(
      site,
      HEADER,
      '          {isSearchEnabled && <SearchLink',
      '          <a href="/contact" className="button">\n            Get an offer\n          </a>\n          {isSearchEnabled && <SearchLink',
    ),
  'a logo': (site) => {
    write(site, 'components/shell/Logo.tsx', LOGO);
    edit(site, HEADER, ' : title}\n', ' : <Logo name={title} />}\n');
    edit(
      site,
      HEADER,
      "import { shellWords } from '@/components/words';",
      "import { Logo } from '@/components/shell/Logo';\nimport { shellWords } from '@/components/words';",
    );
  },
  'a line in the footer': (site) =>
    edit(site, FOOTER, '{shell.title}</p>\n', '{shell.title}</p>\n            <p>Made in Porto</p>\n'),
  'social links in the footer': (site) => {
    write(site, 'components/shell/Social.tsx', SOCIAL);
    edit(site, FOOTER, TOGGLE, `${TOGGLE}          <Social />\n`);
    edit(
      site,
      FOOTER,
      "import { ThemeToggle } from './ThemeToggle';\n",
      "import { Social } from './Social';\nimport { ThemeToggle } from './ThemeToggle';\n",
    );
  },
  'no theme button': (site) => {
    edit(site, FOOTER, TOGGLE, '');
    edit(site, HEADER, `    ${TOGGLE}`, '');
    for (const file of [FOOTER, HEADER]) edit(site, file, /import \{ ThemeToggle \}.*\n/, '');
    remove(site, 'components/shell/ThemeToggle.tsx');
  },
  'a bar above the header': (site) =>
    edit(
      site,
      SHELL,
      '      {!settings.hideHeader &&',
      '      <p className="bg-accent text-on-accent">Open day on Friday</p>\n      {!settings.hideHeader &&',
    ),
  'a widget of another host': (site) => {
    recipe(site, 'external-script');
    edit(site, CONTENT, 'defineContent({', `defineContent({\n${entryOf('external-script')}`);
    edit(site, LAYOUT, '        {children}\n', `        {children}\n${lineOf('external-script')}`);
    edit(
      site,
      LAYOUT,
      /(?=import '\.\/globals\.css')/,
      "import { Widget } from '@/components/shell/Widget';\n",
    );
  },
  'a provider around all pages': (site) => {
    write(site, 'components/Providers.tsx', PROVIDERS);
    edit(site, LAYOUT, '        {children}\n', '        <Providers>{children}</Providers>\n');
    edit(site, LAYOUT, /(?=import '\.\/globals)/, "import { Providers } from '@/components/Providers';\n");
  },
  "the system's fonts": (site) => {
    edit(site, STYLES, '@import "headless-site/fonts/site-serif.css";\n', '');
    edit(site, STYLES, /--brand-heading-font: .*;/, '--brand-heading-font: Georgia;');
    edit(site, STYLES, /--brand-text-font: .*;/, '--brand-text-font: Georgia;');
  },
  'icons and a theme colour for phones': (site) => {
    write(
      site,
      'app/manifest.ts',
      "export default function manifest() {\n  return { name: 'Acme', theme_color: '#123456' };\n}\n",
    );
    edit(site, LAYOUT, "{ colorScheme: 'light dark'", "{ themeColor: '#123456', colorScheme: 'light dark'");
  },

  // Looks
  "the brand's variables": (site) => {
    edit(site, STYLES, '--brand-hue: 162;', '--brand-hue: 262;');
    edit(site, STYLES, '--brand-chroma: 0.09;', '--brand-chroma: 0.12;');
    edit(site, STYLES, '--brand-radius: 3px;', '--brand-radius: 10px;');
  },
  'colours of their own': (site) => {
    edit(
      site,
      STYLES,
      /--color-accent: light-dark\([\s\S]*?\n {2}\);/,
      '--color-accent: light-dark(#1a4d8f, #8fb8f0);',
    );
    edit(
      site,
      STYLES,
      /--color-paper: light-dark\([\s\S]*?\n {2}\);/,
      '--color-paper: light-dark(#fffdf8, #14120f);',
    );
  },
  'other measures': (site) => {
    edit(site, STYLES, '--container-page: 80rem;', '--container-page: 84rem;');
    edit(site, STYLES, '--text-base: 1rem;', '--text-base: 1.0625rem;');
  },
  'other buttons': (site) => {
    edit(
      site,
      STYLES,
      '    color: var(--color-on-accent);\n    font-weight: 500;',
      '    color: var(--color-on-accent);\n    font-weight: 700;\n    text-transform: uppercase;',
    );
    edit(
      site,
      'components/content/ButtonLink.tsx',
      "'button plain' : 'button'",
      "'button plain large' : 'button large'",
    );
  },
  'classes of their own at the end': (site) =>
    edit(site, STYLES, /$/, '\n.acme-wave {\n  rotate: 2deg;\n}\n'),
  'other prose': (site) => {
    edit(
      site,
      'components/content/prose.css',
      '.prose h2 {\n  font-size: var(--text-xl);',
      '.prose h2 {\n  font-size: var(--text-2xl);',
    );
    edit(
      site,
      'components/shell/shell.css',
      '.site-menu {\n  font-size: var(--text-sm);',
      '.site-menu {\n  font-size: var(--text-base);',
    );
  },

  // Words
  'a few words': (site) => {
    edit(site, WORDS, "readNext: 'Read next'", "readNext: 'More of this'");
    edit(site, WORDS, "  search: 'Search',", "  search: 'Find',");
    edit(site, 'components/error-words.ts', "retry: 'Try again'", "retry: 'Once more'");
  },
  'all words in another language': (site) => {
    edit(site, WORDS, /^( {2}\w+: )'(.*)',$/gm, "$1'$2 (pt)',");
    edit(site, WORDS, / min read`/, ' min. de leitura`');
  },

  // Posts
  'no related posts': (site) => {
    edit(site, ARTICLE, RELATED, '');
    edit(site, ARTICLE, 'import { PostNav, RelatedPosts }', 'import { PostNav }');
  },
  'no comments': (site) => {
    edit(site, ARTICLE, / {6}<Comments .*\n/, '');
    edit(site, ARTICLE, /import \{ Comments \}.*\n/, '');
    remove(site, ...['Comments', 'CommentForm'].map((name) => `components/posts/${name}.tsx`));
  },
  'links to share an article': (site) => {
    write(site, 'components/posts/Share.tsx', SHARE);
    edit(
      site,
      ARTICLE,
      '          <SafeHtml html={html} body={body} className="prose-page" />\n',
      '          <SafeHtml html={html} body={body} className="prose-page" />\n          <Share title={post.title} />\n',
    );
    edit(site, ARTICLE, /(?=import \{ shownHeadings)/, "import { Share } from './Share';\n");
  },
  'the author above the text': (site) => {
    const [author = ''] = AUTHOR.exec(read(site, ARTICLE)) ?? [];
    edit(site, ARTICLE, AUTHOR, '');
    edit(site, ARTICLE, / {8}<ArticleHeader .*\n/, `$&${author}`);
  },
  'a field of their own': (site) => {
    recipe(site, 'custom-field');
    edit(site, CONTENT, 'defineContent({', `defineContent({\n${entryOf('custom-field')}`);
    // The sample CMS has no books, and a build ends where a field is unknown.
    edit(site, CONTENT, 'book { subtitle pages }', 'book: author { subtitle: __typename pages: __typename }');
    edit(site, ARTICLE, / {8}<ArticleHeader .*\n/, `$&${lineOf('custom-field')}`);
    edit(site, ARTICLE, /(?=import \{ Comments|import \{ TermLinks)/, "import { Book } from './Book';\n");
  },
  'cards with the picture below': (site) => {
    const [picture = ''] = / {6}\{image && \([\s\S]*?\n {6}\)\}\n/.exec(read(site, CARD)) ?? [];
    edit(site, CARD, picture, '');
    edit(site, CARD, / {6}<Byline .*\n/, `$&${picture}`);
  },
  'posts as a grid': (site) =>
    edit(
      site,
      'components/posts/PostList.tsx',
      '<ul className="rows">',
      '<ul className="grid gap-8 md:grid-cols-3">',
    ),
  'no reading time': (site) => {
    edit(site, 'components/posts/ArticleHeader.tsx', / {8}\{minutes > 0.*\n/, '');
    edit(site, 'components/posts/ArticleHeader.tsx', / {2}const minutes.*\n/, '');
    edit(site, 'components/posts/ArticleHeader.tsx', "import { getReadingTime } from 'headless-site';\n", '');
  },

  // Blocks and parts
  'a custom block': (site) => recipe(site, 'own-block'),
  'other heroes and calls': (site) => {
    edit(site, 'components/blocks/HeroCentered.tsx', '"hero centered"', '"hero centered mt-12"');
    edit(site, 'components/blocks/CTABoxed.tsx', 'call call-box', 'call call-box large');
  },
  'an icon more': (site) =>
    edit(
      site,
      'components/content/Icon.tsx',
      "  menu: 'M4",
      "  hammer: 'M4 20 14 10M12 4l8 8',\n  menu: 'M4",
    ),
  'a contact form without a company': (site) => {
    edit(
      site,
      'components/contact/ContactForm.tsx',
      / {6}<ContactField name="company"[\s\S]*?<\/ContactField>\n/,
      '',
    );
  },
  'breadcrumbs of their own': (site) => {
    edit(site, 'components/content/Breadcrumbs.tsx', '"true">/<', '"true">›<');
  },

  // Settings
  'HTML of a plugin, and a hook': (site) => {
    edit(site, CONTENT, 'defineContent({', `defineContent({\n${entryOf('html')}`);
    edit(site, CONTENT, 'defineContent({', `defineContent({\n${entryOf('revalidation-hooks')}`);
  },
  'redirects and headers': (site) =>
    edit(site, NEXT, 'withHeadlessSite({', `withHeadlessSite({\n${entryOf('redirects')}`),
  'a setting of Next': (site) =>
    edit(site, NEXT, 'withHeadlessSite({', 'withHeadlessSite({\n  poweredByHeader: false,\n'),
  'scripts and packages': (site) => {
    withPackage(site, ({ scripts, dependencies }) => {
      Object.assign(scripts, { hello: 'echo hello', dev: 'headless-site dev --port 4000' });
      Object.assign(dependencies, { zod: '4.6.7', entities: '7.0.1' });
    });
    write(
      site,
      'lib/offer.ts',
      "import * as z from 'zod';\n\nexport const offer = z.object({ price: z.number() });\n",
    );
  },
  'packages updated by a bot': (site) =>
    withPackage(site, ({ dependencies, devDependencies }) => {
      Object.assign(dependencies, { next: '16.4.9', react: '19.3.3', 'react-dom': '19.3.3' });
      Object.assign(devDependencies, { tailwindcss: '4.3.5', '@tailwindcss/postcss': '4.3.5' });
    }),
  'a test of their own': (site) => {
    write(site, 'tests/words.test.ts', OWN_TEST);
    edit(
      site,
      'vitest.config.ts',
      "globalSetup: ['tests/serve.ts'],",
      "globalSetup: ['tests/serve.ts'],\n    reporters: ['default'],",
    );
  },
  'a path, a folder and a linter of their own': (site) => {
    edit(
      site,
      'tsconfig.json',
      '"paths": { "@/*": ["./*"] }',
      '"paths": { "@/*": ["./*"], "~/*": ["./lib/*"] }',
    );
    edit(site, 'biome.json', '"recommended" }', '"recommended", "style": { "useConst": "error" } }');
    edit(site, '.gitignore', /$/, '\n# ours\n/tmp\n');
  },
  'their own deployment': (site) => {
    remove(site, 'compose.yaml', 'deploy');
    edit(site, 'Dockerfile', 'EXPOSE 3000', 'ENV PORT=8080\nEXPOSE 8080');
    write(site, '.github/workflows/site.yml', 'on: push\njobs: {}\n');
    edit(site, 'README.md', /$/, '\nAsk Ann.\n');
  },

  // Files that are moved or renamed, with their imports mended
  'the footer in a folder of its own': (site) => {
    edit(site, FOOTER, /from '\.\/(\w+)'/g, "from '@/components/shell/$1'");
    move(site, FOOTER, 'components/layout/SiteFooter.tsx');
    edit(
      site,
      SHELL,
      "import { Footer } from './Footer';",
      "import { Footer } from '@/components/layout/SiteFooter';",
    );
  },
  'cards by another name': (site) => {
    edit(site, CARD, 'function PostCard', 'function Teaser');
    move(site, CARD, 'components/posts/Teaser.tsx');
    edit(
      site,
      'components/posts/PostList.tsx',
      "import { type CardPlace, PostCard } from './PostCard';",
      "import { type CardPlace, Teaser } from './Teaser';",
    );
    edit(site, 'components/posts/PostRow.tsx', "from './PostCard';", "from './Teaser';");
    edit(site, 'components/posts/PostList.tsx', '<PostCard', '<Teaser');
  },

  // All files
  'their own format': (site) => {
    write(site, '.format/biome.json', FORMAT);
    const biome = path.resolve('node_modules/.bin/biome');
    execaSync(
      biome,
      ['format', '--write', '--config-path=.format', 'app', 'components', 'tests', ...configs],
      { cwd: site },
    );
    remove(site, '.format');
  },
  'line ends of Windows': (site) => {
    for (const file of ['app', 'components', 'tests']
      .flatMap((folder) => files(site, folder))
      .concat(configs))
      write(site, file, read(site, file).replace(/\r?\n/g, '\r\n'));
  },
};

const configs = [CONTENT, NEXT, 'proxy.ts', 'vitest.config.ts', 'instrumentation.ts', 'site.config.ts'];

const FORMAT = JSON.stringify({
  root: true,
  formatter: { indentStyle: 'tab', lineWidth: 80 },
  javascript: { formatter: { quoteStyle: 'double', semicolons: 'always' } },
  css: { parser: { tailwindDirectives: true } },
});
