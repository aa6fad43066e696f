import { describe, expect, it } from 'vitest';
import { prepareHtml } from '../../src/runtime/content/html';

/** Content that a site cannot show leaves a notice, and no empty boxes, bare words or labels that run together. */
const cmsOrigin = 'https://cms.example.com';
const shown = (source: string) => {
  const { html, notShown } = prepareHtml(source, { cmsOrigin, uri: '/a/', search: true });
  return { html, notShown, notices: html.match(/class="not-shown"/g)?.length ?? 0 };
};
/** A line each of what a reader sees, notices as `!`. */
const lines = (source: string) =>
  shown(source)
    .html.replace(/<span class="not-shown".*?<\/a><\/span>/g, '\n!\n')
    .replace(/<(?:br|\/?(?:p|div|li|ul))\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .split(/\s*\n\s*/)
    .filter(Boolean);

describe('a form', () => {
  it('has a line for each label, and no word of a button that is not there', () => {
    const fields =
      '<label>Name</label><input name="n"><label>Mail<input name="m"></label><select><option>A</option></select>Size';
    expect(lines(`<form>${fields}<button>Send</button><input type="submit" value="Send"></form>`)).toEqual([
      '!',
      'Name',
      'Mail',
      'Size',
    ]);
    expect(lines('<form><input type="radio"> Yes<input type="radio"> No</form>')).toEqual(['!', 'Yes', 'No']);
    expect(lines('<form><fieldset><legend>Size</legend><label>S</label></fieldset></form>')).toEqual([
      '!',
      'Size',
      'S',
    ]);
  });

  it('has no empty lines where it has lines itself', () => {
    expect(shown('<form>Name<input> <input type="submit"></form>').html.match(/<br/g)).toHaveLength(1);
    expect(shown('<form><p>Name<br><span><input></span></p><p><input></p></form>').html).not.toMatch(
      /<br \/>(?:<[^>]*>|\s)*<br|<p>(?:<[^>]*>)*<br/,
    );
  });

  it('has its captcha and its pad to sign on', () => {
    const source = '<form><div class="cf-turnstile" data-sitekey="a"></div><canvas></canvas></form>';
    expect([shown(source).notShown, shown(source).notices]).toEqual([['form'], 1]);
  });

  it('for comments has no labels: they are of no use without it', () => {
    const form =
      '<h3 class="comment-reply-title">Leave a Reply</h3><form action="https://cms.example.com/wp-comments-post.php">' +
      '<p>Required fields are marked *</p><label>Comment *<textarea></textarea></label><input type="submit"></form><p>b</p>';
    expect(lines(form)).toEqual(['Leave a Reply', '!', 'b']);
    expect(shown(form).notShown).toEqual(['form']);
  });

  it('says nothing of a field that stands elsewhere', () => {
    const source = '<form><input></form><p>How many?</p><input type="number"><p>a</p><input>';
    expect(lines(source)).toEqual(['!', 'How many?', '!', 'a']);
  });
});

describe('the preview of a file', () => {
  const block = (data: string, more = '') =>
    `<div class="wp-block-file"><object class="wp-block-file__embed" data="${data}" type="application/pdf" aria-label="Embed of report."${more}><p>Your browser shows none.</p></object>` +
    '<a href="https://cms.example.com/wp-content/uploads/report.pdf">report</a></div>';

  it('is a notice with a link that has the name and the size of the file', () => {
    const { html, notShown } = shown(
      block(
        'https://cms.example.com/wp-content/uploads/annual%20report.pdf',
        ' data-companion-size="1.2 MB"',
      ),
    );
    expect(notShown).toEqual(['frame']);
    expect(html).toBe(
      '<div class="wp-block-file"><span class="not-shown" role="note">The preview of this file is not shown here. ' +
        '<a href="https://cms.example.com/wp-content/uploads/annual%20report.pdf" rel="nofollow noopener">annual report.pdf (1.2 MB)</a> ' +
        '<a href="https://cms.example.com/a/?on-wordpress=1" rel="nofollow noopener">See the original page</a></span>' +
        '<a href="https://cms.example.com/wp-content/uploads/report.pdf">report</a></div>',
    );
  });

  it('leads to the file on WordPress, also without its size', () => {
    expect(shown(block('/wp-content/uploads/a.pdf')).html).toContain(
      '<a href="https://cms.example.com/wp-content/uploads/a.pdf" rel="nofollow noopener">a.pdf</a>',
    );
  });

  it.each(['javascript:alert(1)', 'data:text/html,a', '&quot;><img src=x onerror=alert(1)>', '%'])(
    'leads nowhere but to a file: %s',
    (data) => {
      expect(shown(block(data)).html).toMatch(
        /^<div class="wp-block-file"><span class="not-shown" role="note">[^<]*<a href="https:[^"]*on-wordpress=1"[^>]*>See the original page<\/a><\/span><a /,
      );
    },
  );
});

describe('a button', () => {
  it('of WordPress looks like one, and its notice stands behind its box', () => {
    const source =
      '<div class="wp-block-buttons"><div class="wp-block-button"><button type="button" onclick="a()" class="wp-block-button__link has-text-color" style="color:#fff;position:fixed">Go</button></div>' +
      '<div class="wp-block-button"><button class="wp-block-button__link">Stop</button></div></div>';
    expect(shown(source).html).toMatch(
      /<div class="wp-block-button"><span class="wp-block-button__link has-text-color" style="color:#fff;color:light-dark[^":]*">Go<\/span><\/div> <span class="not-shown".*<\/span><div class="wp-block-button"><span class="wp-block-button__link">Stop<\/span><\/div><\/div>$/,
    );
    expect(shown(source).notices).toBe(1);
  });

  it.each([
    ['that a script listens to', '<button onclick="buy()">Buy now</button>', ['script'], ['Buy now', '!']],
    ['and its script', '<button>Buy</button><script>a()</script>', ['script'], ['Buy', '!']],
    [
      'of WordPress',
      '<div class="wp-block-button"><button class="wp-block-button__link">Go</button></div>',
      ['script'],
      ['Go', '!'],
    ],
    ['in a heading', '<h3><button>Why?</button></h3><p>So.</p>', [], ['Why?', 'So.']],
    ['without a word', '<button class="close">×</button>', [], ['×']],
    [
      'that opens what is open here',
      '<button aria-expanded="false">Why?</button><div hidden>So.</div>',
      [],
      ['Why?', 'So.'],
    ],
  ])('%s', (_, source, kinds, expected) => {
    expect([shown(source).notShown, lines(source)]).toEqual([kinds, expected]);
  });

  it('does not run into the next one, and one notice is for all', () => {
    expect(lines('<p><button>One</button><button>Two</button><button>Three</button></p>')).toEqual([
      'One',
      '!',
      'Two Three',
    ]);
  });
});

describe('an element that a script fills', () => {
  it.each([
    ['a box with what the script reads', '<div class="slider" data-ids="1,2"></div>'],
    ['a box with room for it', '<div class="map" style="width:100%;height:250px"></div>'],
    ['an element of its own', '<model-viewer src="a.glb"> </model-viewer>'],
    [
      'a quote of a network',
      '<blockquote data-instgrm-permalink="https://a.example/"></blockquote><script async src="b"></script>',
    ],
    ['a box and its script', '<div data-tf-live="1"></div><script src="https://a.example/a.js"></script>'],
  ])('%s', (_, source) => {
    const { notShown, notices, html } = shown(`<p>a</p>${source}<p>b</p>`);
    expect([notShown, notices]).toEqual([['script'], 1]);
    expect(html).toMatch(/^<p>a<\/p><div><span class="not-shown".*<p>b<\/p>$/);
  });

  it('has a notice each, unless nothing stands between', () => {
    const box = '<div data-a="1"></div>';
    expect(shown(`${box}${box}<p>a</p>${box}`).notices).toBe(2);
  });

  it.each([
    ['a box without data', '<div id="a" class="b"></div>'],
    ['a gap', '<div class="gap" style="height:60px"></div><div style="height:400px"></div>'],
    ['a spacer', '<div class="acme-spacer" data-height="3"></div>'],
    ['a picture behind', '<div style="background-color:red" data-a="1"></div>'],
    ['what is hidden', '<div aria-hidden="true" data-a="1"></div>'],
    ['text', '<div data-a="1">b</div><my-box>c</my-box>'],
    ['a block of WordPress', '<div data-wp-interactive="core/tabs" class="wp-block-tabs"></div>'],
    ['a shape', '<svg><font-face></font-face><circle r="3"></circle></svg>'],
    ['a place for a component', '<div data-companion-block="0"></div>'],
  ])('is not %s', (_, source) => {
    expect(shown(source).notShown).toEqual([]);
  });

  it('leaves nothing in a comment', () => {
    const source = 'a<my-box></my-box><div data-a="1"></div><button>b</button>';
    expect(prepareHtml(source, { cmsOrigin, from: 'visitor' }).html).toBe('ab');
  });
});

describe('what needs no script', () => {
  it('a bar of progress and a meter are shown', () => {
    const source = '<progress value="30" max="100"></progress><meter value="0.6" onclick="a()">60%</meter>';
    expect(shown(source).html).toBe(
      '<progress value="30" max="100"></progress><meter value="0.6">60%</meter>',
    );
  });

  it('links in a picture stand below it', () => {
    const source =
      '<img src="/a.jpg" alt="Map" usemap="#m"><map name="m"><area shape="rect" href="https://cms.example.com/b/" alt="B"><area href="/c/" alt="C"><area alt="D"><area href="javascript:alert(1)" alt="E"></map>';
    expect(shown(source).html).toContain('<span><a href="/b/">B </a><a href="/c/">C </a><a>E </a></span>');
  });

  it('a list of tasks says which are done', () => {
    expect(
      lines(
        '<ul><li><input type="checkbox" disabled checked> a</li><li><input type="checkbox" disabled> b</li></ul>',
      ),
    ).toEqual(['☑ a', '☐ b']);
  });
});

describe('a page beyond a limit', () => {
  it('of the companion plugin says so, once', () => {
    const cut = '<div class="companion-cut"></div>';
    const { notShown, notices, html } = shown(`<p>a</p>${cut}<p>b</p>${cut}`);
    expect([notShown, notices]).toEqual([['cut'], 1]);
    expect(html).toContain(
      '>Not all of this page is shown here, because it is too long. <a href="https://cms.example.com/a/?on-wordpress=1"',
    );
  });

  it('of the site is named, and says both', () => {
    const long = '<p>Some words.</p>'.repeat(70_000);
    expect(shown(long)).toMatchObject({ notShown: ['design'], notices: 1 });
    expect(shown(`${long}<div class="companion-cut"></div>`)).toMatchObject({
      notShown: ['design', 'cut'],
      notices: 2,
    });
  });
});
