import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareHtml } from '../../src/runtime/content/html';
import { hasChromium, launchChromium } from '../site/chromium';

/** Formulas and drawings, which browsers read by rules of their own. */
const cmsOrigin = 'https://cms.example.com';
const html = (source: string) => prepareHtml(source, { cmsOrigin }).html;

describe('a formula', () => {
  const quadratic =
    '<mrow><mi>x</mi><mo>=</mo><mfrac linethickness="1px"><mrow><mo form="prefix" stretchy="false">−</mo><mi>b</mi></mrow>' +
    '<mrow><mn>2</mn><mi mathvariant="normal">a</mi></mrow></mfrac></mrow>';
  it('of the Math block stays, without its source', () => {
    const source =
      `<div class="wp-block-math"><math display="block" data-latex="x"><semantics>${quadratic}` +
      '<annotation encoding="application/x-tex">x = \\frac{-b}{2a}</annotation></semantics></math></div>';
    expect(html(source)).toBe(
      `<div class="wp-block-math" tabindex="0"><math display="block"><semantics>${quadratic}</semantics></math></div>`,
    );
  });
  it('in a sentence stays, with elements that end in their own tag', () => {
    expect(html('<p>a <math><mi>x</mi><mspace width="1em"/><mi>y</mi></math> b</p>')).toBe(
      '<p>a <math><mi>x</mi><mspace width="1em"></mspace><mi>y</mi></math> b</p>',
    );
  });
  it('has nothing else in it', () => {
    expect(html('<math href="https://e.example"><mi href="/x" class="a"><b>x</b></mi><p>y</p></math>')).toBe(
      '<math><mi class="a">x</mi>y</math>',
    );
  });
});

describe('a drawing', () => {
  it('of shapes stays', () => {
    const source =
      '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">' +
      '<g fill="none" stroke="#0a7" stroke-width="2"><path d="M20 6 9 17l-5-5"/><circle cx="3" cy="4" r="5"></circle></g></svg>';
    expect(html(source)).toBe(
      '<svg width="24" height="24" viewbox="0 0 24 24" aria-hidden="true"><g fill="none" stroke="#0a7" stroke-width="2">' +
        '<path d="M20 6 9 17l-5-5"></path><circle cx="3" cy="4" r="5"></circle></g></svg>',
    );
  });
  it('of a hundred and fifty shapes stays whole', () => {
    const paths = '<path d="M0 0"/>'.repeat(150);
    expect(html(`<svg>${paths}</svg><p>a</p>`).match(/<path/g)).toHaveLength(150);
  });
  it.each([
    ['that shows another one', '<svg><use xlink:href="#x"/></svg>a', 'a'],
    ['for others to show', '<svg style="display:none"><symbol id="x"><path d="M0 0"/></symbol></svg>a', 'a'],
    ['of a button', '<button aria-expanded="true">Go<svg><path d="M0 0"/></svg></button>', 'Go'],
  ])('%s goes', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });
  it('is turned by quarters', () => {
    expect(html('<svg class="a" style="width:4px;rotate: 90deg;"><path d="M0 0"/></svg>')).toContain(
      '<svg class="a is-turned-90" style="width:4px">',
    );
    expect(html('<svg style="rotate:45deg"><path d="M0 0"/></svg>')).not.toMatch(/turned|rotate/);
  });
  it('names nothing that it could ask for', () => {
    for (const value of ['url(#a)', 'url(//e.example/a.svg#a)', 'u\\72l(//e.example)', 'URL (x)'])
      expect(
        html(`<svg><path d="M0 0" fill="${value}" clip-path="${value}" filter="${value}"/></svg>`),
        value,
      ).toBe('<svg><path d="M0 0"></path></svg>');
  });
});

const IMG = '<img src=x onerror=alert(1)>';
/** Ways in which cleaners were outwitted, most of them published. */
const vectors = [
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `<math><mtext><table><mglyph><style>${IMG}`,
  `<form><math><mtext></form><form><mglyph><style></math>${IMG}`,
  `<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title="</style>${IMG}">`,
  `<math><annotation-xml encoding="text/html"><style>${IMG}</style></annotation-xml></math>`,
  `<math><annotation-xml encoding="application/xhtml+xml"><svg><script>alert(1)</script></svg></annotation-xml></math>`,
  `<math><mi><svg><foreignObject>${IMG}</foreignObject></svg></mi></math>`,
  `<math><maction actiontype="statusline#http://e.example" xlink:href="javascript:alert(1)">x</maction></math>`,
  `<math href="javascript:alert(1)"><mi xlink:href="javascript:alert(1)">x</mi></math>`,
  `<math><mtext><svg><desc><math><mi>${IMG}</mi></math></desc><path d="M0 0"/></svg></mtext></math>`,
  `<math><p></math><mi onclick=alert(1)>${IMG}</mi></p></math>`,
  `<svg><style>${IMG}</style></svg>`,
  `<svg></p><style><a id="</style>${IMG}">`,
  `<svg><path d="M0 0"/><p><style><g title="</style>${IMG}"></svg>`,
  `<svg><desc><noscript>${IMG}</noscript></desc><path d="M0 0"/></svg>`,
  `<svg><title><style>${IMG}</style></title><path d="M0 0"/></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject><path d="M0 0"/></svg>`,
  `<svg><a href="javascript:alert(1)" xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
  `<svg><a><text>x</text><animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onload" to="alert(1)"/></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' onload='alert(1)'/>#x"/><path d="M0 0"/></svg>`,
  `<svg><image href="https://e.example/x.png" xlink:href="https://e.example/y.png"/><path d="M0 0"/></svg>`,
  `<svg><feImage href="https://e.example/x.png"/><path d="M0 0" style="fill:url(https://e.example/a.svg#a);mask:url(https://e.example/b.svg#b)"/></svg>`,
  `<svg onload=alert(1)><path d="M0 0" onmouseover=alert(1) onbegin=alert(1)/></svg>`,
  `<svg><script>alert(1)</script><script href="data:,alert(1)"/><path d="M0 0"/></svg>`,
  `<svg><![CDATA[><img src=x onerror=alert(1)>]]><path d="M0 0"/></svg>`,
  `<svg><text>&lt;img src=x onerror=alert(1)&gt;</text></svg>`,
  `<svg><path d="M0 0"/><math><mtext><table>${IMG}</table></mtext></math></svg>`,
  `<table><math><mi><table><svg><path d="M0 0"/></table>${IMG}</svg>`,
  `<p><svg><path d="M0 0"/><table><p>${IMG}</svg></table>`,
  `<svg><svg><path d="M0 0"/></svg><b>${IMG}</b></svg>`,
  `<a><svg><path d="M0 0"/><a href="javascript:alert(1)">x</svg></a>`,
  `<div class="wp-block-accordion-item"><h3 class="wp-block-accordion-heading"><svg><h3>${IMG}<path d="M0 0"/></h3></svg></div>`,
];

describe.skipIf(!hasChromium)('in Chromium (skipped where it is not installed)', () => {
  let browser: Browser;
  let page: Page;
  const told: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('dialog', (dialog) => {
      told.push(dialog.message());
      return dialog.dismiss();
    });
    await page.route('**', (route) => {
      told.push(route.request().url());
      return route.abort();
    });
  });
  afterAll(() => browser?.close());

  it('the check itself sees a vector that nobody has cleaned', async () => {
    await page.setContent(`<svg><path d="M0 0" onclick=x /><foreignObject>${IMG}`);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    expect(await page.evaluate(odd)).not.toEqual([]);
    told.length = 0;
  });

  it.each(vectors.map((vector) => [vector]))('nothing runs of %s', async (vector) => {
    const clean = html(vector);
    await page.setContent(`<!doctype html><body>${clean}</body>`);
    expect(await page.evaluate(odd)).toEqual([]);
    // In place of an element, and read once more.
    await page.evaluate((inner) => {
      document.body.innerHTML = inner;
      document.body.innerHTML += '';
    }, clean);
    expect(await page.evaluate(odd)).toEqual([]);
    // By then everything that fails to load or begins to move has done so.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(told).toEqual([]);
  });

  it('a formula is one', async () => {
    const fraction = html('<math display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>');
    await page.setContent(`<!doctype html><body>${fraction}</body>`);
    const tops = await page.evaluate(() =>
      [...document.querySelectorAll('mi')].map((element) => element.getBoundingClientRect().top),
    );
    expect(tops[1]).toBeGreaterThan(tops[0] ?? 0);
  });
});

/** Everything in the document that could run or is of a language where it does not belong. */
function odd(): string[] {
  const drawn = /^(?:svg|g|path|circle|ellipse|line|polygon|polyline|rect|text|tspan)$/;
  const formula = /^(?:math|semantics|none|m[a-z]+)$/;
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const { namespaceURI = '', localName } = element;
    const isIn = namespaceURI?.endsWith('/svg')
      ? drawn.test(localName)
      : namespaceURI?.endsWith('/MathML')
        ? formula.test(localName) && !/^(?:maction|mglyph|malignmark)$/.test(localName)
        : !/^(?:script|style|iframe|object|embed|form|base|link|meta)$/.test(localName);
    const attributes = [...element.attributes].filter(
      ({ name, value }) => /^on|:|^srcdoc$/.test(name) || /javascript:|url\(/i.test(value),
    );
    return [...(isIn ? [] : [`<${localName}>`]), ...attributes.map(({ name }) => name)];
  });
}
