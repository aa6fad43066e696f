import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { embedHosts, localHref, plainText, prepareHtml } from '../../src/runtime/content/html';

const cmsOrigin = 'https://cms.example.com';
const html = (source: string) => prepareHtml(source, { cmsOrigin }).html;
const headings = (source: string) => prepareHtml(source, { cmsOrigin }).headings;

describe('what is kept of risky markup (what is removed: attack-content.test.ts)', () => {
  it('keeps text that only looks like markup', () => {
    expect(html('<pre><code>&lt;script id="content"&gt; 1 &lt; 2 &amp;&amp; x</code></pre>')).toBe(
      '<pre tabindex="0"><code>&lt;script id="content"&gt; 1 &lt; 2 &amp;&amp; x</code></pre>'
        .replace('"content"', '<span class="code-string">"content"</span>')
        .replace(/ (\d)/g, ' <span class="code-number">$1</span>'),
    );
    expect(html('<p>1 < 2 and a<b</p>')).toContain('1 &lt; 2 and a');
  });

  it('keeps safe properties of a style attribute and no others', () => {
    expect(
      html('<div style="flex-basis: 33.33%; position:fixed; background:url(//x); TEXT-ALIGN:Center">a</div>'),
    ).toBe('<div style="flex-basis:33.33%;text-align:center">a</div>');
    expect(html('<p style="width:expression(alert(1))">a</p>')).toBe('<p>a</p>');
  });

  it('numbers a list as its attribute says', () => {
    expect(html('<ol type="A"><li>a</li></ol>')).toBe(
      '<ol style="list-style-type:upper-alpha"><li>a</li></ol>',
    );
    expect(html('<ol type="i" style="color:inherit"></ol>')).toBe(
      '<ol style="list-style-type:lower-roman;color:inherit"></ol>',
    );
    expect(html('<ol type="x"></ol>')).toBe('<ol></ol>');
  });

  it('keeps class names that are plain tokens', () => {
    expect(html('<p class="wp-block-paragraph has-text-align-center a:b [x]">a</p>')).toBe(
      '<p class="wp-block-paragraph has-text-align-center">a</p>',
    );
  });

  it('gives a visitor no class, id, image or followed link', () => {
    const comment =
      '<p class="fixed" id="x">a <img src="/x.jpg"><a href="https://e.com" target="_blank">b</a></p>';
    expect(prepareHtml(comment, { cmsOrigin, from: 'visitor' }).html).toBe(
      '<p>a <a href="https://e.com" rel="nofollow ugc noopener">b</a></p>',
    );
  });
});

describe('core blocks survive', () => {
  it.each([
    '<figure class="wp-block-table"><div class="table-scroll" tabindex="0"><table class="has-fixed-layout"><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table></div><figcaption>c</figcaption></figure>',
    '<div class="wp-block-columns"><div class="wp-block-column" style="flex-basis:66.66%"><p>a</p></div></div>',
    '<ol start="3" reversed><li value="7">a</li></ol>',
    '<details class="wp-block-details" name="times" open><summary>a</summary><p>b</p></details>',
    '<p>H<sub>2</sub>O <mark>a</mark> <kbd>b</kbd> <abbr title="c">d</abbr> <ruby>e<rt>f</rt></ruby></p>',
  ])('%s', (source) => {
    expect(html(source.replace(/<div class="table-scroll" tabindex="0">(.*)<\/div>/, '$1'))).toBe(source);
  });

  it('makes images lazy and keeps their size and sources', () => {
    const source =
      '<img src="/wp-content/uploads/a.jpg" width="600" height="400" loading="eager" srcset="https://cms.example.com/a.jpg 600w, javascript:x 1w, /b.jpg 300w" sizes="100vw">';
    expect(html(source)).toBe(
      '<img src="https://cms.example.com/wp-content/uploads/a.jpg" width="600" height="400" loading="lazy" srcset="https://cms.example.com/a.jpg 600w, https://cms.example.com/b.jpg 300w" sizes="100vw" alt="" decoding="async" />',
    );
  });

  it('gives video and audio controls and never lets them start by themselves', () => {
    expect(html('<video src="https://x.com/a.mp4" autoplay></video>')).toBe(
      '<video src="https://x.com/a.mp4" controls preload="metadata"></video>',
    );
  });
});

describe('links', () => {
  it.each([
    ['https://cms.example.com/hello/?a=1#b', '/hello/?a=1#b'],
    ['http://CMS.example.com/hello/', '/hello/'],
    ['//cms.example.com/hello/', '/hello/'],
    ['https://cms.example.com', '/'],
    ['https://cms.example.com?p=12', '/?p=12'],
    ['/about/', '/about/'],
    ['#part', '#part'],
    ['mailto:a@b.com', 'mailto:a@b.com'],
    ['https://cms.example.com/wp-content/uploads/a.pdf', 'https://cms.example.com/wp-content/uploads/a.pdf'],
    ['/wp-content/uploads/a.jpg', 'https://cms.example.com/wp-content/uploads/a.jpg'],
    ['/prices.pdf?v=2', 'https://cms.example.com/prices.pdf?v=2'],
    ['/page.html', '/page.html'],
    ['https://cms.example.com/wp-admin/', 'https://cms.example.com/wp-admin/'],
    ['https://cms.example.com/wp-json/x', 'https://cms.example.com/wp-json/x'],
    ['https://cms.example.com/journal/feed/', 'https://cms.example.com/journal/feed/'],
    ['https://cms.example.com/feedback/', '/feedback/'],
    ['https://cms.example.com.evil.com/x', 'https://cms.example.com.evil.com/x'],
    ['https://cms.example.com//evil.com/x', '/evil.com/x'],
    ['https://cms.example.com/\\evil/x', '/evil/x'],
    ['https://other.com/hello/', 'https://other.com/hello/'],
  ])('%s -> %s', (href, expected) => {
    expect(localHref(href, cmsOrigin)).toBe(expected);
  });

  it('knows a CMS in a folder', () => {
    expect(localHref('https://example.com/wp/hello/', 'https://example.com/wp')).toBe('/hello/');
    expect(localHref('https://example.com/wpx/', 'https://example.com/wp')).toBe('https://example.com/wpx/');
  });

  it.each([
    ['https://b\u00fccher.example/hello/', 'https://xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example/hello/', 'https://b\u00fccher.example'],
    ['https://B\u00dcCHER.example:443/hello/', 'https://xn--bcher-kva.example'],
    ['https://cms.example.com:443/hello/', 'https://cms.example.com'],
    ['http://cms.example.com:80/hello/', 'https://cms.example.com'],
  ])('compares hosts, not texts: %s at %s', (href, cms) => {
    expect(localHref(href, cms)).toBe('/hello/');
  });

  it.each([
    'https://cms.example.com:8443/x',
    'https://cms.example.com@evil.example/x',
    'https://a@cms.example.com/x',
  ])('takes %s for another host', (href) => {
    expect(localHref(href, cmsOrigin)).toBe(href);
  });

  it('keeps the schemes that WordPress allows, on links alone', () => {
    for (const href of [
      'sms:+1',
      'webcal://e.com/a.ics',
      'xmpp:a@e.com',
      'geo:1,2',
      'skype:a?call',
      'ftp://e.com/a',
    ])
      expect(html(`<a href="${href}">a</a>`)).toContain(`href="${href}"`);
    for (const href of ['javascript:x', 'data:text/html,x', 'vbscript:x', 'blob:x', 'file:///x', 'intent:x'])
      expect(html(`<a href="${href}">a</a>`)).toBe('<a>a</a>');
    expect(html('<img src="ftp://e.com/a.png" alt="">')).not.toContain('ftp:');
  });

  it('keeps that a file is saved and not opened, with or without a name', () => {
    expect(html('<a href="#a" download>a</a><a href="#b" download="b.pdf">b</a>')).toBe(
      '<a href="#a" download="">a</a><a href="#b" download="b.pdf">b</a>',
    );
  });
  it('protects the page that opens a new tab, and keeps what rel says otherwise', () => {
    expect(html('<a href="https://e.com" target="_blank" rel="nofollow evil">a</a>')).toBe(
      '<a href="https://e.com" target="_blank" rel="nofollow noopener">a</a>',
    );
    expect(html('<a href="https://e.com" target="top">a</a>')).toBe('<a href="https://e.com">a</a>');
  });
});

describe('headings', () => {
  it('get unique ids, readable in any script, and are listed', () => {
    expect(
      headings('<h2>Wood &amp; <em>water</em></h2><h3>Wood water</h3><h4>木と水</h4><h2>!</h2><h5>no</h5>'),
    ).toEqual([
      { id: 'wood-water', text: 'Wood & water', level: 2 },
      { id: 'wood-water-2', text: 'Wood water', level: 3 },
      { id: '木と水', text: '木と水', level: 4 },
      { id: 'section', text: '!', level: 2 },
    ]);
  });

  it('keep an id of the CMS, and never take one of the page or of a script', () => {
    expect(html('<h2 id="own" class="x">a</h2><h2 id="own">b</h2>')).toBe(
      '<h2 id="own" class="x">a</h2><h2 id="b">b</h2>',
    );
    expect(headings('<h2>Content</h2>')[0]?.id).toBe('content-2');
    expect(html('<p id="__next_f">a</p><p id="TURBOPACK">b</p><a name="old">c</a>')).toBe(
      '<p>a</p><p>b</p><a id="old">c</a>',
    );
  });

  it('say nothing of their footnotes', () => {
    const note = (number: number) =>
      `<sup data-fn="f${number}" class="fn"><a href="#f${number}" id="f${number}-link">${number}</a></sup>`;
    const source = `<h2>Rope${note(1)} history${note(2)}</h2>`;
    expect(headings(source)).toEqual([{ id: 'rope-history', text: 'Rope history', level: 2 }]);
    // The number itself stays, with its link.
    expect(html(source)).toContain('<a href="#f2" id="f2-link">2</a></sup></h2>');
    expect(headings('<h2>10 m<sup>2</sup></h2>')[0]?.text).toBe('10 m2');
    for (const other of [
      '<sup class="fn"><a href="http://cms.example.com/notes/#fn9">9</a></sup>',
      '<sup class="fn"><a href="#dddd"><span>10</span></a></sup>',
      '<a href="#_ftn1" name="_ftnref1">[7]</a>',
      '<sup class="modern-footnotes-footnote" data-mfn="5">5</sup>',
      '<a role="button"><sup class="footnote_plugin_tooltip_text">[11]</sup></a>',
    ])
      expect(headings(`<h2>Rope${other}</h2>`)[0]?.text, other).toBe('Rope');
  });

  it('become h2 where they were h1, and take the prefix', () => {
    expect(prepareHtml('<h1>A</h1>', { cmsOrigin, idPrefix: 'section-2-' }).html).toBe(
      '<h2 id="section-2-a">A</h2>',
    );
  });
});

describe('what stands before "More"', () => {
  const [before, behind] = ['<p>Before <b>it.</b></p>', '<p>Behind it.</p>'];

  it('stays, and nothing tells where the mark was', () => {
    expect(html(`${before}<!--more Read on-->${behind}`)).toBe(before + behind);
    expect(html(`${before}<!--noteaser-->${behind}`)).toBe(before + behind);
  });

  it('goes where the editor hides it on the full page', () => {
    expect(html(`${before}\n<!--more Read on-->\n<!--noteaser-->\n${behind}`).trim()).toBe(behind);
    expect(html(`<div>${before}<!--noteaser--><!--more-->${behind}</div>`)).toBe(behind);
  });
});

/** One of each host that is shown. */
const frameSources = [
  'https://www.youtube.com/embed/abcdefgh',
  'https://player.vimeo.com/video/12?h=ab',
  'https://www.dailymotion.com/embed/video/x1',
  'https://embed.ted.com/talks/a_b',
  'https://videopress.com/embed/abc',
  'https://video.wordpress.com/embed/abc',
  'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC?utm_source=oembed',
  'https://w.soundcloud.com/player/?visual=true&url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F1',
  'https://www.mixcloud.com/widget/iframe/?feed=%2Fa%2Fb%2F',
  'https://player-widget.mixcloud.com/widget/iframe/?feed=%2Fa%2Fb%2F',
  'https://pca.st/embed/3c0d71ae-1f3c',
  'https://widget.anghami.com/song/12',
  'https://www.reverbnation.com/widget_code/html_widget/artist_1?widget_id=55',
  'https://www.scribd.com/embeds/110799637/content',
  'https://e.issuu.com/embed.html?d=a&u=b',
  'https://www.slideshare.net/slideshow/embed_code/key/abc',
  'https://speakerdeck.com/player/31f86a9069ae0132dede22511952b5a3',
  'https://www.canva.com/design/DAF-x/abc/view?embed',
  'https://www.kickstarter.com/projects/1/a-b/widget/video.html',
  'https://read.amazon.com/kp/card?asin=B00&preview=inline',
  'https://maps.google.com/maps?q=Berlin&z=12&output=embed',
  'https://www.openstreetmap.org/export/embed.html?bbox=1%2C2%2C3%2C4&layer=mapnik',
  'https://calendly.com/ada/30min',
  'https://codepen.io/ada/embed/abcDEF?default-tab=result',
  'https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Ffile%2Fabc',
  'https://embed.figma.com/design/abc/Title?node-id=0-1&embed-host=share',
];

describe('frames', () => {
  it('of known hosts become a closed details with a lazy frame, without cookies', () => {
    const out = html(
      '<iframe src="https://www.youtube.com/embed/abc-DEF_123?feature=oembed&start=30" title="A &quot;b&quot;"></iframe>',
    );
    expect(out).toMatch(/^<details class="embed"><summary>/);
    expect(out).toContain(
      'src="https://www.youtube-nocookie.com/embed/abc-DEF_123?start=30" title="A &quot;b&quot;" loading="lazy"',
    );
    expect(embedHosts).toContain('https://www.youtube-nocookie.com');
  });

  it('of other hosts, and anything odd on known ones, become a notice with both addresses', () => {
    expect(html('<iframe src="https://maps.example.com/x?a=1&b=2"></iframe>')).toBe(
      '<span class="not-shown" role="note">Embedded content from maps.example.com is not shown here. ' +
        '<a href="https://maps.example.com/x?a=1&amp;b=2" rel="nofollow noopener">Open it on its own page</a> ' +
        '<a href="https://cms.example.com/?on-wordpress=1" rel="nofollow noopener">See the original page</a></span>',
    );
    for (const src of ['https://www.youtube.com/embed/../x', 'https://constructor/x', 'javascript:1', ''])
      expect(html(`<iframe src="${src}"></iframe>`)).toContain('not-shown');
  });

  it('behind the quote of another WordPress are left out', () => {
    expect(
      html('<iframe class="wp-embedded-content" src="https://blog.example.com/x/embed/"></iframe>'),
    ).toBe('');
  });

  it('show exactly the hosts that the policy allows', () => {
    const shown = frameSources.map(
      (src) => /<iframe src="(https:\/\/[^/]+)/.exec(html(`<iframe src="${src}"></iframe>`))?.[1],
    );
    expect(shown).toEqual([...embedHosts]);
  });

  it('of what is no video say so, and are as high as their frame', () => {
    const frame = (src: string, more = '') => html(`<iframe src="${src}" ${more}></iframe>`);
    const song = 'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC?autoplay=1';
    expect(frame(song, 'height="152"')).toContain(
      '<details class="embed embed-page" style="--embed-height:152px">',
    );
    expect(frame(song)).toContain('--embed-height:352px');
    for (const odd of ['9999', '1', '-5', '100%', '152;position:fixed', 'NaN'])
      expect(frame(song, `height="${odd}"`), odd).toContain('--embed-height:352px"');
    expect(frame(song)).toContain('Open. This loads content from Spotify.');
    // Nothing plays by itself.
    expect(frame(song)).not.toContain('autoplay');
    expect(frame('https://player.vimeo.com/video/12', 'height="300"')).not.toContain('style=');
  });

  it('are the same that the companion plugin does not report', () => {
    const php = readFileSync('companion-plugin/src/GraphQL/NotShown.php', 'utf8');
    const [, written = ''] = /const FRAMES = ((?:\s*\.? ?'[^']*')+);/.exec(php) ?? [];
    const pattern = [...written.matchAll(/'([^']*)'/g)].map(([, part]) => part).join('');
    const shownByPlugin = new RegExp(pattern.slice(1, -1).replaceAll('\\#', '#'));
    const shown = (src: string) => html(`<iframe src="${src}"></iframe>`).startsWith('<details');
    const more = [
      'https://www.youtube.com/watch?v=abcdefgh',
      'https://www.google.com/maps/embed?pb=!1m18',
      'https://www.google.com/maps/d/u/0/embed?mid=a',
      'https://www.google.com/maps/embed/v1/place?key=a&q=b',
      'https://www.google.com/maps?q=a',
      'https://www.google.com/maps/ms?output=embed',
      'https://www.google.com/maps/place/a?output=embed',
      'https://www.google.com/search?output=embed',
      'https://open.spotify.com/track/abc',
      'https://codepen.io/ada/pen/abc',
      'https://www.figma.com/file/abc',
      'https://calendly.com/',
      'https://evil.example/calendly.com/ada',
    ];
    for (const src of [...frameSources, ...more])
      expect([src, shownByPlugin.test(src)]).toEqual([src, shown(src)]);
    expect(frameSources.every(shown)).toBe(true);
  });

  it('of a map only, not of the application around it', () => {
    const shown = (src: string) => html(`<iframe src="${src}"></iframe>`).startsWith('<details');
    expect(shown('https://www.google.com/maps/embed?pb=!1m18!2d13')).toBe(true);
    expect(shown('https://www.google.com/maps/d/u/0/embed?mid=abc')).toBe(true);
    for (const other of ['search?q=a&output=embed', 'maps?q=a', 'maps/place/a', 'mapsx/embed', 'url?q=//x'])
      expect(shown(`https://www.google.com/${other}`), other).toBe(false);
  });

  it('that a script of the host would make are shown without it', () => {
    const calendar =
      '<div class="calendly-inline-widget" data-url="https://calendly.com/ada/30min" style="height:700px"></div>' +
      '<script src="https://assets.calendly.com/assets/external/widget.js" async></script>';
    const pen =
      '<p class="codepen" data-height="300" data-slug-hash="abcDEF" data-user="ada"><span>See the Pen</span></p>\n' +
      '<script async src="https://cpwebassets.codepen.io/assets/embed/ei.js"></script>';
    for (const [source, address] of [
      [calendar, 'https://calendly.com/ada/30min'],
      [pen, 'https://codepen.io/ada/embed/abcDEF'],
    ] as const) {
      const { html: out, notShown } = prepareHtml(source, { cmsOrigin });
      expect(out).toContain(`<iframe src="${address}"`);
      expect(notShown).toEqual([]);
    }
    const popup =
      '<a href="">Book</a><script src="https://assets.calendly.com/assets/external/widget.js"></script>';
    expect(prepareHtml(popup, { cmsOrigin }).notShown).toEqual(['script']);
    expect(html('<div class="calendly-inline-widget" data-url="javascript:alert(1)"></div>')).toContain(
      'not-shown',
    );
  });
});

describe('what is removed and would be missed', () => {
  const notShown = (source: string) => prepareHtml(source, { cmsOrigin, uri: '/a/' }).notShown;
  const notices = (source: string) => html(source).match(/class="not-shown"/g)?.length ?? 0;

  it('leaves a notice with a link to the page on WordPress, and is named', () => {
    const { html: out, notShown: kinds } = prepareHtml('<form><label>Your name <input></label></form>', {
      cmsOrigin: 'https://example.com/wp',
      uri: '/über/uns/?a=1',
    });
    expect(out).toContain('href="https://example.com/wp/%C3%BCber/uns/?a=1&amp;on-wordpress=1"');
    expect(out).toContain('Your name');
    expect(kinds).toEqual(['form']);
  });

  it.each([
    ['a field without a form', '<input name="a">', ['form'], 1],
    ['a choice', '<select><option>a</select>', ['form'], 1],
    ['a text field', '<textarea>a</textarea>', ['form'], 1],
    ['a form and its script', '<form><input></form><script>a</script>', ['form', 'script'], 1],
    ['several scripts', '<script>a</script><p>a</p><script src="b" type="module"></script>', ['script'], 1],
    ['two forms', '<form></form><p>a</p><form></form>', ['form'], 2],
    ['a script in a sentence', '<p>a <script>b</script> c</p>', ['script'], 1],
    ['an object', '<object data="a.swf">b</object>', ['frame'], 1],
    ['hidden fields', '<input type="hidden" name="a">', [], 0],
    ['a list of tasks', '<li><input type="checkbox" disabled checked> a</li>', [], 0],
    ['data', '<script type="application/ld+json">{}</script><script type="text/template">a</script>', [], 0],
    [
      'a network’s script behind a quote',
      '<blockquote>a</blockquote>\n<script async src="b"></script>',
      [],
      0,
    ],
    ['a video', '<iframe src="https://player.vimeo.com/video/12"></iframe>', [], 0],
    ['the preview of a file', '<object class="wp-block-file__embed" data="a.pdf"></object>', ['frame'], 1],
    ['what only looks like it', '<div data-not-shown="form" class="x">a</div>&lt;form&gt;', [], 0],
  ])('%s', (_, source, kinds, count) => {
    expect([notShown(source), notices(source)]).toEqual([kinds, count]);
  });

  it('says nothing in a comment', () => {
    expect(prepareHtml('a<form><input></form><script>b</script>', { cmsOrigin, from: 'visitor' }).html).toBe(
      'a',
    );
  });
});

describe('code', () => {
  const code = (text: string) =>
    html(`<pre class="wp-block-code"><code>${text}</code></pre>`).replace(/^.*<code>|<.code>.*$/g, '');

  it('gets comments, strings, numbers and words marked', () => {
    expect(code('const a = 12; // it&#8217;s "x"')).toBe(
      '<span class="code-word">const</span> a = <span class="code-number">12</span>; <span class="code-comment">// it’s "x"</span>',
    );
    expect(code("# note\nurl: https://e.com, don't")).toBe(
      '<span class="code-comment"># note</span>\nurl: https://e.com, don\'t',
    );
    expect(code('"&lt;b&gt;" &amp; 1')).toBe(
      '<span class="code-string">"&lt;b&gt;"</span> &amp; <span class="code-number">1</span>',
    );
  });

  it('has no language that could be spoken', () => {
    expect(html('<pre lang="php"><code lang="javascript" class="language-php">a</code></pre>')).toBe(
      '<pre tabindex="0"><code class="language-php">a</code></pre>',
    );
  });

  it('is left alone in a line of text, and when the editor coloured it already', () => {
    expect(html('<p><code>const</code></p>')).toBe('<p><code>const</code></p>');
    expect(code('a <em>const</em>')).toBe('a <em>const</em>');
  });
});

/** That these end at all is the point: sanitize-html alone needs most of a minute for the first one. */
describe('one megabyte of hostile HTML', () => {
  const megabyte = (part: string) => part.repeat(Math.floor(1e6 / part.length));
  it.each([
    ['open tags', megabyte('<b>')],
    ['tags closed in the wrong order', megabyte('<b>').slice(0, 5e5) + megabyte('</i>').slice(0, 5e5)],
    ['open angle brackets', megabyte('<')],
    ['an attribute without an end', megabyte('<a href="')],
    ['commas in a srcset', `<img srcset="a${','.repeat(1e6)}x">`],
    ['comments in an address', `<a href="${megabyte('<!---->')}">`],
    ['declarations in a style', `<p style="${megabyte('a:b;')}">`],
    ['equal headings', megabyte('<h2>a</h2>')],
    ['nested tables', megabyte('<table><tr><td>')],
    ['code', `<pre><code>${megabyte('/* " ')}</code></pre>`],
    ['lines of code', megabyte('<pre><code>/* "</code></pre>')],
    ['unclosed scripts', megabyte('<script></script ')],
  ])('%s', (_, source) => {
    const clean = html(source);
    expect(clean).not.toMatch(/<script/i);
    expect(deepest(clean)).toBeLessThan(300);
  });
});

/** How many elements stand inside each other at most. */
function deepest(clean: string): number {
  let depth = 0;
  let most = 0;
  for (const [tag] of clean.matchAll(/<\/?[a-z][^>]*>/g)) {
    if (/^<(img|br|hr|source|col)\b/.test(tag)) continue;
    depth += tag.startsWith('</') ? -1 : 1;
    most = Math.max(most, depth);
  }
  return most;
}

it('plainText keeps blocks apart and the parts of a word together', () => {
  expect(plainText('<h2>Do one</h2><p>Then<br>an<em>other</em></p><ul><li>a</li><li>b</li></ul>')).toBe(
    'Do one Then another a b',
  );
});

it.each([
  ['of WordPress', '<sup data-fn="a" class="fn"><a id="a-link" href="#a">1</a></sup>'],
  ['in brackets', '<sup class="reference">[<a href="#cite-1">1</a>]</sup>'],
  ['of plugins', '<sup id="fnref-12-1"><a href=\'#fn-12-1\' class="jetpack-footnote">1</a></sup>'],
  ['within their link', '<a class="footnote" href="#note-1"><sup>1</sup></a>'],
])('plainText leaves out the numbers of footnotes: %s', (_, note) => {
  expect(plainText(`<p>So it was${note}. And <a href="#b">b</a>, x<sup>2</sup>.</p>`)).toBe(
    'So it was. And b, x2.',
  );
});

it('plainText reads what a title says', () => {
  expect(plainText('<em>Wood</em> &amp; water&nbsp;&#8211; 5 &lt; 6 &hellip;')).toBe(
    'Wood & water – 5 < 6 …',
  );
});
