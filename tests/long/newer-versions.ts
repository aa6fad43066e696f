import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { otherVersion } from '../cli/other-version';

type Files = Record<string, string>;
/** Replacements of words, by file. */
type Changes = Record<string, readonly (readonly [from: string | RegExp, to: string])[]>;

/** A minor version: words, looks, a component more, an export of the runtime that the theme uses. */
const first: Changes = {
  'app/layout.tsx': [
    [' suppressHydrationWarning>', ' data-scroll-behavior="smooth" suppressHydrationWarning>'],
    ['<body>', '<body className="antialiased">'],
  ],
  'app/page.tsx': [
    [
      "import type { Metadata } from 'next';\n",
      "import type { Metadata } from 'next';\nimport { cache } from 'react';\n",
    ],
    [
      "const home = () => resolveRoute('/', dynamic);",
      "const home = cache(() => resolveRoute('/', dynamic));",
    ],
  ],
  'app/contact/page.tsx': [
    ['<div className="container page-part">', '<div className="container page-part" id="form">'],
  ],
  'app/globals.css': [
    ['18.8 KiB of styles, gzip, in place of 9.3.', 'twice the styles otherwise.'],
    [
      'light-dark(oklch(0.5 0.17 var(--danger-hue)), oklch(0.78 0.12 var(--danger-hue)))',
      'light-dark(oklch(0.49 0.17 27), oklch(0.79 0.12 27))',
    ],
    ['    scroll-padding-top: 1.5rem;\n', '    scroll-padding-top: 1.5rem;\n    scrollbar-gutter: stable;\n'],
    ['    padding: 0.625rem 1.25rem;\n', '    padding: 0.65rem 1.3rem;\n'],
    ['  .avatar {\n', '  .reading {\n    position: sticky;\n    top: 0;\n  }\n  .avatar {\n'],
  ],
  'components/blocks/HeroCentered.tsx': [['"band band-hero"', '"band band-hero first"']],
  'components/blocks/Pricing.tsx': [['<p className="price">', '<p className="price grow">']],
  'components/blocks/own/index.ts': [
    ['without knowing `@/`: import relatively here', 'and does not know `@/`: import relatively here'],
  ],
  'components/contact/ContactForm.tsx': [['className="form-pair"', 'className="form-pair wide"']],
  'components/content/Icon.tsx': [
    ["  info: 'M12", "  external: 'M14 4h6v6M20 4 10 14M18 14v6H4V6h6',\n  info: 'M12"],
  ],
  'components/content/prose.css': [['  line-height: 1.65;\n', '  line-height: 1.65;\n  hyphens: manual;\n']],
  'components/posts/Article.tsx': [
    [
      "import { Protected } from './Protected';\n",
      "import { Protected } from './Protected';\nimport { Reading } from './Reading';\n",
    ],
    [
      '        {post.isProtected ? (',
      '        {!post.isProtected && <Reading text={post.content} />}\n        {post.isProtected ? (',
    ],
    ['(width < 85rem) 92vw, 1280px', '(width < 85rem) 92vw, 1248px'],
  ],
  'components/posts/ArticleHeader.tsx': [
    ['<h1>{title}</h1>', '<h1 className="hyphens-auto">{title}</h1>'],
    ['<bdi>{postWords.minutes', '<bdi className="tabular-nums">{postWords.minutes'],
  ],
  'components/posts/CardWords.tsx': [
    [
      "import { plainText } from 'headless-site/html';",
      "import { excerptOf, plainText } from 'headless-site/html';",
    ],
    [/const excerpt = .*;/, 'const excerpt = hasExcerpt && excerptOf(post.excerpt);'],
  ],
  'components/posts/RelatedPosts.tsx': [
    ['className="container posts-section"', 'className="container posts-section related"'],
  ],
  'components/shell/Footer.tsx': [
    [
      'aria-label={shellWords.footerMenu}',
      'id="footer-menu"\n              aria-label={shellWords.footerMenu}',
    ],
    ['<p className="label">', '<p className="label" data-year="">'],
  ],
  'components/shell/Header.tsx': [
    [
      /import type \{ ShellView \}.*\n.*'headless-site\/content';/,
      "import { isSearchEnabled, type ShellView } from 'headless-site/content';",
    ],
    ['<header className={isLong', '<header id="top" className={isLong'],
    ['popoverTargetAction="hide"', 'popoverTargetAction="hide" data-close=""'],
  ],
  'components/shell/shell.css': [['padding-block: 0.4rem;\n', 'padding-block: 0.45rem;\n']],
  'components/words.ts': [
    ["  skip: 'Skip to content',\n", "  skip: 'Skip to the content',\n  external: 'opens in a new tab',\n"],
    ["  readNext: 'Read next',\n", "  readNext: 'Read next',\n  words: 'words',\n"],
    ["  submit: 'Search',\n", "  submit: 'Go',\n"],
  ],
  'content.config.ts': [['script sources, extra pages', 'script hosts, extra pages']],
  'next.config.ts': [['The runtime adds what it needs.', 'The runtime joins its own.']],
  'tests/smoke.test.ts': [
    [
      "test('an address that",
      "test('robots.txt is there', async () => {\n  expect((await fetch(new URL('/robots.txt', url))).status).toBe(200);\n});\n\ntest('an address that",
    ],
  ],
  'tsconfig.json': [['"strict": true,', '"strict": true,\n    "noImplicitOverride": true,']],
  'vitest.config.ts': [['testTimeout: 60_000', 'testTimeout: 90_000']],
  Dockerfile: [[/node:24-slim/g, 'node:26-slim']],
  'compose.yaml': [['redis:7-alpine', 'redis:8-alpine']],
  '.gitignore': [['coverage/\n', 'coverage/\n.next-bundle/\n']],
  'deploy/nginx.conf': [['proxy_http_version 1.1;', 'proxy_http_version 1.1; # for keep-alive']],
};

/** The next one changes some of that again, other lines of the same files, and takes a component away. */
const second: Changes = {
  'app/layout.tsx': [['<body className="antialiased">', '<body className="antialiased" data-version="99">']],
  'app/not-found.tsx': [['    <main>\n', '    <main id="content">\n']],
  'app/globals.css': [
    ['    padding: 0.65rem 1.3rem;\n', '    padding: 0.65rem 1.35rem;\n'],
    [
      '  --color-warning:',
      '  --color-success: light-dark(oklch(0.5 0.1 150), oklch(0.8 0.1 150));\n  --color-warning:',
    ],
    ['    text-underline-offset: 0.22em;\n', '    text-underline-offset: 0.2em;\n'],
    ['  --spacing-section: clamp(3.5rem, 7vw, 6.5rem);', '  --spacing-section: clamp(3.5rem, 7vw, 6rem);'],
  ],
  'components/blocks/HeroCentered.tsx': [['in words only', 'in words alone']],
  'components/blocks/CTASimple.tsx': [['<section className="band', '<section data-cta="" className="band']],
  'components/pages/PageBody.tsx': [
    ['<div className="container halves">', '<div className="container halves max-w-full">'],
  ],
  'components/posts/Article.tsx': [
    ['<Reading text={post.content} />', '<Reading text={post.content} language={language} />'],
    ['<footer className="article-column post-end">', '<footer className="article-column post-end mt-2">'],
  ],
  'components/posts/ArticleHeader.tsx': [['container post-head', 'container head post-head']],
  'components/posts/Pagination.tsx': [
    [
      'Pagination({ pagination }: { pagination: PaginationView })',
      'Pagination({ pagination, label }: { pagination: PaginationView; label: string })',
    ],
    ['aria-label={archiveWords.pages}', 'aria-label={label}'],
  ],
  'components/posts/PostCard.tsx': [['most: 1600', 'most: 1920']],
  'components/posts/Byline.tsx': [['<span key={term.path}>', '<span key={term.path} className="term-of">']],
  'components/routes/ArchiveView.tsx': [
    [
      "import { EmptyState } from '@/components/content/EmptyState';\n",
      "import { Nothing } from '@/components/content/Nothing';\n",
    ],
    [
      '<EmptyState title={archiveWords.empty}>{archiveWords.whenEmpty}</EmptyState>',
      '<Nothing title={archiveWords.empty} text={archiveWords.whenEmpty} />',
    ],
    [
      '<Pagination pagination={pagination} />',
      '<Pagination pagination={pagination} label={archive.title} />',
    ],
  ],
  'components/shell/Footer.tsx': [
    ['<div className="foot-about">', '<div className="foot-about" data-about="">'],
    ['const MANY = 40;', 'const MANY = 50;'],
  ],
  'components/shell/Header.tsx': [
    ["'tools alone'", "'tools tools-alone'"],
    ['const FITS = { entries: 8, letters: 70 };', 'const FITS = { entries: 9, letters: 70 };'],
  ],
  'components/shell/SiteShell.tsx': [
    ['className="skip visually-hidden"', 'className="visually-hidden skip"'],
  ],
  'components/words.ts': [
    ["  skip: 'Skip to the content',\n", "  skip: 'To the content',\n"],
    ["  ways: 'Ways on',\n", "  ways: 'Other ways',\n"],
    [
      "  thanks: 'Thank you for your message.',\n",
      "  thanks: 'Thank you for your message.',\n  later: 'Write again later',\n",
    ],
  ],
  'tests/smoke.test.ts': [
    [
      "test('who does not know the secret changes nothing'",
      "test('who does not know the secret refreshes nothing'",
    ],
  ],
  Dockerfile: [['# The heap follows', '# Memory: the heap follows']],
};

const READING = `import { postWords } from '@/components/words';

/** How long a text is. */
export function Reading({ text }: { text: string }) {
  return <p className="reading label container">{text.split(' ').length} {postWords.words}</p>;
}
`;

const NOTHING = `/** A list with nothing in it. */
export function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <div className="container pb-section">
      <h2 className="text-xl">{title}</h2>
      <p>{text}</p>
    </div>
  );
}
`;

function change(files: Files, changes: Changes): void {
  for (const [file, words] of Object.entries(changes)) {
    for (const [from, to] of words) {
      const text = files[file] ?? '';
      files[file] = text.replace(from, to);
      if (files[file] === text) throw new Error(`${file} of the template has no ${from}`);
    }
  }
}

function to990(files: Files): void {
  change(files, first);
  files['components/posts/Reading.tsx'] = READING;
  addScript(files);
}

function to991(files: Files): void {
  to990(files);
  change(files, second);
  files['components/posts/Reading.tsx'] = READING.replace(
    '{ text }: { text: string }',
    '{ text, language }: { text: string; language: string }',
  ).replace('<p className', '<p lang={language} className');
  files['components/content/Nothing.tsx'] = NOTHING;
  delete files['components/content/EmptyState.tsx'];
}

/** The export of the runtime that the theme of 99.0.0 uses. */
function withExcerptOf(runtime: string): void {
  const html = path.join(runtime, 'dist/public/html');
  appendFileSync(
    `${html}.js`,
    "\nimport { plainText as plain } from '../content/html.js';\nexport const excerptOf = (text) => plain(text).replace(/\\s*\\[…\\]$/, '…');\n",
  );
  appendFileSync(`${html}.d.ts`, '\nexport declare function excerptOf(text: string): string;\n');
}

/**
 * Two newer versions, each with the kinds of changes that the template's own history has: an import that comes from
 * elsewhere, markup around what is there, a class, a property that is passed on, rules in the middle of a style sheet,
 * words, a file more, one less, pins, a script. They were written before the catalogue of owners' edits. Two places that met then
 * are no more: a change of `viewport`, which no version has ever changed, and an edit that moved the author's box over a changed line.
 * @returns roots of their packages below `folder`, the older one first
 */
export function newerVersions(folder: string): [string, string] {
  const shared = { runtime: withExcerptOf, words: [['Set it up once', 'Set up']] as const };
  const older = otherVersion(folder, {
    ...{ ...shared, version: '99.0.0', template: to990 },
    pins: { next: '16.4.7', react: '19.3.2' },
  });
  const newer = otherVersion(folder, {
    ...{ ...shared, version: '99.1.0', template: to991 },
    pins: { next: '16.5.0', react: '19.3.2', resend: '6.39.0' },
  });
  return [older, newer];
}

function addScript(files: Files): void {
  const manifest = JSON.parse(files['package.json'] ?? '');
  manifest.scripts.check = 'npm run lint && npm run typecheck';
  manifest.devDependencies.tailwindcss = '4.3.4';
  files['package.json'] = JSON.stringify(manifest);
}
