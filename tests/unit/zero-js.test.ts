import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { commentWake, themeScript } from '../../src/runtime/server/security/theme-script.ts';
import { zeroJsBuild } from '../../src/runtime/server/zero-js/build.ts';
import { cutFramework, knownReferences } from '../../src/runtime/server/zero-js/cut.ts';
import { clientReferencesOf } from '../../src/runtime/server/zero-js/flight.ts';
import { fileOfScript, readReferences } from '../../src/runtime/server/zero-js/references.ts';
import { toZeroJs } from '../../src/runtime/server/zero-js/stored.ts';

const known = knownReferences({
  framework: ['1', '2'],
  boundaries: ['3'],
  scripts: ['static/chunks/main.js', 'static/chunks/page.js', 'static/chunks/polyfill.js'],
  stockModules: ['static/media/search.1a2b.js'],
  styles: {},
});

const jsonLd = '{"@type":"Article","name":"a \\u0026 b"}';

/** A page as Next 16.4.6 stores it, and its data. */
function page({ body = '<main>text</main>', head = '', rows = '', scripts = '' } = {}) {
  const flight = [
    '0:"$Sreact.fragment"',
    '4:"/_next/static/chunks/page.js"',
    '5:I[1,["$4"],"default"]',
    ':HL["/_next/static/chunks/a.css","style"]',
    '9:I[3,["$4"],"default"]',
    `a:["$","html",null,{"children":[["$","script",null,{"dangerouslySetInnerHTML":{"__html":${JSON.stringify(themeScript)}}}],["$","$L5",null,{"error":"$9"}],["$","script",null,{"type":"application/ld+json","dangerouslySetInnerHTML":{"__html":${JSON.stringify(jsonLd)}}}]]}]`,
    `b:T${Buffer.byteLength('<p>Ein längerer Text\n1:I[99,[],"no row"]</p>').toString(16)},<p>Ein längerer Text\n1:I[99,[],"no row"]</p>${rows}c:null`,
    '',
  ].join('\n');
  const html = [
    `<!DOCTYPE html><html><head><meta charSet="utf-8"/><link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>`,
    '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/main.js"/><script src="/_next/static/chunks/page.js" async=""></script>',
    `${head}<title>A &lt;script&gt; title</title><script>${themeScript}</script><script src="/_next/static/chunks/polyfill.js" noModule=""></script></head>`,
    `<body><div hidden=""><!--$--><!--/$--></div>${body}<script type="application/ld+json">${jsonLd}</script>${scripts}`,
    '<script id="_R_">(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/main.js"],"runtimeModuleIds":[9]});</script>',
    '<script src="/_next/static/chunks/main.js" async=""></script><script>(self.__next_f=self.__next_f||[]).push([0])</script>',
    `<script>self.__next_f.push([1,${JSON.stringify(flight).replaceAll('<', '\\u003c')}])</script></body></html>`,
  ].join('');
  return { html, flight: Buffer.from(flight) };
}
const cut = (parts?: Parameters<typeof page>[0]) => {
  const { html, flight } = page(parts);
  return cutFramework(html, flight, known);
};

describe('the style sheet', () => {
  const withStyles = { ...known, styles: { 'static/chunks/a.css': ['main{color:red}'] } };
  const follows = (parts: Parameters<typeof page>[0], edit = (html: string) => html) => {
    const { html, flight } = page(parts);
    const cut = cutFramework(edit(html), flight, withStyles) ?? '';
    expect(cut).toContain('main{color:red}</style>');
    return cut.includes('/_next/static/sheets-');
  };
  const script = (body: string) => ({
    scripts: `<script>${body}</script>`,
    rows: `d:["$","script",null,{"dangerouslySetInnerHTML":{"__html":${JSON.stringify(body)}}}]\n`,
  });
  const external = (address: string) => ({
    scripts: `<script type="module" src="${address}" async=""></script>`,
    rows: `d:["$","script",null,{"src":"${address}"}]\n`,
  });
  const search = '/_next/static/media/search.1a2b.js';

  test.for([
    ['the scripts that every page has', {}],
    ['comments', script(commentWake)],
    ['a module of the runtime', { body: `<main><a data-module="${search}">Search</a></main>` }],
    ['the same on a host of its own', { body: `<main><a data-module="https://cdn.example${search}">` }],
  ] as const)('does not follow with %s', ([, parts]) => {
    expect(follows(parts)).toBe(false);
  });
  test.for([
    ['a script of the owner', script('document.body.className = "own"')],
    ['a file of the owner', external('/_next/static/media/own.3c4d.js')],
    ['a provider of analytics', external('/_next/static/media/providers.5e6f.js')],
    ['a script of another host', external('https://example.org/chat.js')],
    ['a module of the owner', { body: '<main><a data-module="/_next/static/media/own.3c4d.js">' }],
    ['a handler in an attribute', { body: '<main><p onclick="this.className=\'own\'">' }],
  ] as const)('follows with %s', ([, parts]) => {
    expect(follows(parts)).toBe(true);
  });
  test('follows without the script in the head, which helps where styles are forbidden', () => {
    expect(follows({}, (html) => html.replace(`<script>${themeScript}</script>`, ''))).toBe(true);
  });
});

describe('a page without client components', () => {
  test('goes without Next’s scripts, their preloads and its data, and keeps the rest as it is', () => {
    expect(cut()).toBe(
      '<!DOCTYPE html><html><head><meta charSet="utf-8"/><link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>' +
        `<title>A &lt;script&gt; title</title><script>${themeScript}</script></head>` +
        `<body><main>text</main><script type="application/ld+json">${jsonLd}</script></body></html>`,
    );
  });
  test('goes without preloads of pictures that stand in it, and the connection for fonts that it has not', () => {
    const preload = (set: string) => `<link rel="preload" as="image" imageSrcSet="${set}"/>`;
    const head = `<link rel="preconnect" href="/" crossorigin=""/><link rel="preconnect" href="https://cdn.example/"/>${preload('/a 1x')}${preload('/b 1x')}`;
    const found = cut({ head, body: '<img srcSet="/a 1x"/>' });
    expect(found).toContain(
      `data-precedence="next"/><link rel="preconnect" href="https://cdn.example/"/>${preload('/b 1x')}<title>`,
    );
  });
  test('goes without the marks by which React finds its texts, and keeps comments of others', () => {
    expect(cut({ body: '<p>a<!-- -->1<!-- --> <!-- -->b</p><!--own-->' })).toContain('<p>a1 b</p><!--own-->');
  });
  test('goes without Next’s empty marks, and without a card of X that says what Open Graph says', () => {
    const meta = (name: string, content: string) => `<meta name="${name}" content="${content}"/>`;
    const og = '<meta property="og:title" content="A"/><meta property="og:image" content="/a.png"/>';
    const card = `${meta('twitter:card', 'summary')}${meta('twitter:title', 'A')}${meta('twitter:image', '/b.png')}`;
    const found = cut({ head: meta('next-size-adjust', '') + og + card });
    expect(found).toContain(
      `${og}${meta('twitter:card', 'summary')}${meta('twitter:image', '/b.png')}<title>`,
    );
    expect(found).toContain('<body><main>');
  });
  test('keeps the scripts that its own data asks for: modules, and those of another host', () => {
    const own =
      '<script type="module" src="/_next/static/media/search.1a2b.js"></script><script src="https://example.org/a.js?b=1&amp;c=2" async=""></script>';
    const rows =
      'd:["$","script",null,{"type":"module","src":"/_next/static/media/search.1a2b.js"}]\ne:["$","script",null,{"src":"https://example.org/a.js?b=1&c=2"}]\n';
    expect(cut({ scripts: own, rows })).toContain(own);
  });
  test.for([
    ['an attribute', '<p title="<script src=/_next/static/chunks/main.js></script>">a</p>'],
    ['a comment', '<!-- <script src="/_next/static/chunks/main.js" async=""></script> -->'],
    ['a style', '<style>a{content:"<script src=\\"/_next/static/chunks/main.js\\">"}</style>'],
    ['a noscript', '<noscript><script src="/_next/static/chunks/main.js"></script></noscript>'],
  ])('what looks like a script in %s is none', ([, body]) => {
    expect(cut({ body })).toContain(body);
  });
  test('a page that is not here goes without the empty place of the other one', () => {
    const body =
      '<main>404</main><!--$!--><template data-dgst="NEXT_HTTP_ERROR_FALLBACK;404"></template><!--/$-->';
    expect(cut({ body, rows: 'd:E{"digest":"NEXT_HTTP_ERROR_FALLBACK;404"}\n' })).toContain(
      '<body><main>404</main><script',
    );
  });
});

describe('a page stays as it is, byte for byte', () => {
  test.for([
    ['a client component', { rows: 'c:null\nd:I[7,["$4"],"Chart"]\ne:["$","$Ld",null,{}]\n' }],
    ['a client component behind a text that ends without a line', { rows: 'd:I[7,["$4"],"Chart"]\n' }],
    [
      'a client component that is only handed on',
      { rows: 'd:I[7,["$4"],"Chart"]\ne:["$","$L5",null,{"with":"$d"}]\n' },
    ],
    ['an error boundary that is shown', { rows: 'd:["$","$L9",null,{}]\n' }],
    ['a failure', { rows: 'd:E{"digest":"123"}\n' }],
    ['a view transition', { rows: 'd:"$Sreact.view_transition"\n' }],
    ['rows of another form', { rows: 'd:Tzz,\n' }],
    ['what comes later', { body: '<!--$?--><template id="B:0"></template><p>wait</p><!--/$-->' }],
    ['what came later', { body: '<div hidden id="S:0"><p>late</p></div>' }],
    ['what failed on the server', { body: '<!--$!--><template data-dgst="1"></template>a<!--/$-->' }],
    ['what is hidden at first', { body: '<!--&--><p>a</p><!--/&-->' }],
    ['a form of a server action', { body: '<form><input type="hidden" name="$ACTION_ID_1"/></form>' }],
    ['a nonce', { scripts: '<script nonce="abc">a()</script>' }],
    ['an inline script that nobody asked for', { scripts: '<script>$RC("B:0","S:0")</script>' }],
    [
      'a script of a file that nobody asked for',
      { scripts: '<script src="/_next/static/chunks/new.js"></script>' },
    ],
    ['a script of Next’s with a text', { scripts: '<script src="/_next/static/chunks/main.js">a</script>' }],
    ['a script whose end is in doubt', { scripts: '<script><!-- <script> --></script>' }],
    ['a script without an end', { scripts: '<script>a' }],
    ['a comment without an end', { body: '<!-- a' }],
    ['a comment that ends early', { body: '<!--> <p>a</p> -->' }],
    ['a part of XML', { body: '<svg><![CDATA[ <script> ]]></svg>' }],
  ] as const)('with %s', ([, parts]) => {
    expect(cut(parts)).toBeUndefined();
  });
  test('without any script of Next’s: it has another form than we know', () => {
    expect(cutFramework('<!DOCTYPE html><p>a</p>', page().flight, known)).toBeUndefined();
  });
});

describe('flight data', () => {
  test('names client components by their module, and says which of them are shown', () => {
    const rows = '1:I[12,["$4"],"a"]\n2:I["abc",[],"b"]\n3:["$","$L1",null,{"b":"$2"}]\n';
    expect(clientReferencesOf(Buffer.from(rows))).toEqual([
      { module: '12', isShown: true },
      { module: 'abc', isShown: false },
    ]);
  });
  test('a row without an end is not known', () => {
    expect(clientReferencesOf(Buffer.from('1:I[12,[],"a"]'))).toBeUndefined();
  });
  test('a text that looks like rows is none', () => {
    const text = 'é\n7:I[1,[],"x"]\n';
    const rows = `1:T${Buffer.byteLength(text).toString(16)},${text}2:I[3,[],"a"]\n`;
    expect(clientReferencesOf(Buffer.from(rows))).toEqual([{ module: '3', isShown: false }]);
  });
});

test.for([
  ['/_next/static/chunks/a.js', 'static/chunks/a.js'],
  ['/base/_next/static/chunks/a.js?dpl=dpl_1', 'static/chunks/a.js'],
  ['https://cdn.example/_next/static/chunks/a.js', 'static/chunks/a.js'],
  ['/_next/static/chunks/a.js?x', undefined],
  ['/a.js', undefined],
])('the file of %s', ([address, file]) => {
  expect(fileOfScript(address as string)).toBe(file);
});

describe('what a build says', () => {
  let root: string;
  const modules = {
    '[project]/node_modules/next/dist/esm/client/components/layout-router.js': 1,
    '[project]/node_modules/.pnpm/next@16/node_modules/next/dist/client/app-dir/link.js': 2,
    '[project]/app/error.tsx': 3,
    '[project]/node_modules/next/dist/client/components/builtin/global-error.js': 4,
    '[project]/node_modules/headless-site/dist/pages/Quiet.js': 5,
    '[project]/components/Chart.tsx': 6,
    '[project]/components/error.tsx': 7,
    '[project]/node_modules/next/dist/client/script.js': 8,
    '[project]/node_modules/next/dist/client/image-component.js': 9,
    '[project]/node_modules/evil/next/dist/client/components/layout-router.jsx': 10,
  };
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const manifest = (of: Record<string, unknown>) =>
    write(
      '.next/server/app/[...path]/page_client-reference-manifest.js',
      `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\nglobalThis.__RSC_MANIFEST["/[...path]/page"] = ${JSON.stringify(of)};\n`,
    );
  const clientModules = (of: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(of).map(([source, id]) => [
        source,
        { id, name: '*', chunks: ['/_next/static/chunks/page.js'] },
      ]),
    );
  const config = (of: object) =>
    write('.next/required-server-files.json', JSON.stringify({ config: { cacheHandler: 'a', ...of } }));

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'zero-js-'));
    manifest({ clientModules: clientModules(modules), entryJSFiles: { page: ['static/chunks/page.js'] } });
    const files = { rootMainFiles: ['static/chunks/main.js'], polyfillFiles: ['static/chunks/polyfill.js'] };
    write('.next/build-manifest.json', JSON.stringify({ ...files, lowPriorityFiles: [] }));
    config({});
    const { html, flight } = page();
    write('.next/server/app/about.html', html);
    write('.next/server/app/about.rsc', String(flight));
    write('.next/server/app/about.meta', JSON.stringify({ headers: {}, segmentPaths: ['/_tree'] }));
    write('.next/server/app/about.segments/_tree.segment.rsc', 'tree');
    write('.next/static/chunks/a.css', 'main{color:red}p{color:blue}');
    write('.next/static/media/search.1a2b.js', '/* headless-site */\nexport default 1;');
    write('.next/static/media/own.3c4d.js', 'export default 1;');
  });
  const files = () => ['html', 'rsc', 'meta'].map((ending) => read(`.next/server/app/about.${ending}`));
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

  test('which modules are the router’s, which are error boundaries, which scripts are Next’s', () => {
    expect(readReferences(path.join(root, '.next'))).toEqual({
      framework: ['1', '2', '5'],
      boundaries: ['3', '4'],
      scripts: ['static/chunks/main.js', 'static/chunks/polyfill.js', 'static/chunks/page.js'],
      stockModules: ['static/media/search.1a2b.js'],
    });
  });
  test('a number that stands for two modules is neither', () => {
    const other = { '[project]/components/Chart.tsx': 1 };
    write(
      '.next/server/app/page_client-reference-manifest.js',
      `x.__RSC_MANIFEST["/page"] = ${JSON.stringify({ clientModules: clientModules(other), entryJSFiles: {} })};`,
    );
    expect(readReferences(path.join(root, '.next')).framework).toEqual(['2', '5']);
  });
  test('its pages are cut, and what the router would load of them goes', () => {
    expect(zeroJsBuild(root)).toBe('1 of 1 pages carry no framework JavaScript');
    const [html, rsc, meta] = files();
    expect(html).not.toContain('/_next/static/chunks/main.js');
    expect(html).toContain(
      '<head><meta charSet="utf-8"/><style data-sheets="/_next/static/chunks/a.css">main{color:red}</style>',
    );
    expect([rsc, meta]).toEqual(['0:{"b":"light"}\n', '{"headers":{}}']);
    expect(() => read('.next/server/app/about.segments/_tree.segment.rsc')).toThrow();
  });
  test.for([
    ['rendering.light is false', () => config({ env: { HEADLESS_SITE_KEEPS_SCRIPTS: 'true' } })],
    ["the platform's cache stores them", () => config({ cacheHandler: undefined })],
    ['cacheComponents completes them in the browser', () => config({ cacheComponents: true })],
    ['deploymentId tells its router which build a page is of', () => config({ deploymentId: 'a' })],
    [
      'analytics/start runs on all of them',
      () => config({ instrumentationClientInject: ['analytics/start'] }),
    ],
    ['instrumentation-client.ts runs on all of them', () => write('instrumentation-client.ts', '')],
    ['page_client-reference-manifest.js has another form', () => manifest({ modules: {} })],
    ['build-manifest.json has another form', () => write('.next/build-manifest.json', '{}')],
    ['it does not name its router', () => manifest({ clientModules: {}, entryJSFiles: {} })],
    [
      'it names no client components',
      () => rmSync(path.join(root, '.next/server/app/[...path]'), { recursive: true }),
    ],
    ['not valid JSON', () => write('.next/build-manifest.json', '<')],
  ] as const)('pages stay as they are, with one line that says why: %s', ([reason, change]) => {
    const before = files();
    zeroJsBuild(mkdtempCopyOf());
    (change as () => void)();
    expect(zeroJsBuild(root)).toContain(reason);
    expect(files()).toEqual(before);
    expect(() => read('.next/zero-js.json')).toThrow();
  });
  /** So that what an earlier build has left is looked at, too. */
  const mkdtempCopyOf = () => {
    write('.next/zero-js.json', '{}');
    return mkdtempSync(path.join(tmpdir(), 'none-'));
  };
});

describe('a page that is made while the site runs', () => {
  const value = () => {
    const { html, flight } = page();
    return {
      kind: 'APP_PAGE',
      html,
      rscData: flight as unknown,
      segmentData: new Map() as unknown,
      postponed: undefined,
    };
  };
  test('is cut before it is stored', () => {
    const of = value();
    toZeroJs(of, known);
    expect(of.html).toBe(cut());
    expect([String(of.rscData), of.segmentData]).toEqual(['0:{"b":"light"}\n', undefined]);
  });
  test.for([
    ['a page that is completed later', { postponed: 'state' }],
    ['a page without data', { rscData: undefined }],
    ['a route', { kind: 'APP_ROUTE' }],
  ] as const)('%s stays as it is', ([, change]) => {
    const of = { ...value(), ...change };
    toZeroJs(of, known);
    expect(of).toEqual({ ...value(), ...change });
  });
});
