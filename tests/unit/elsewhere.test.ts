import { describe, expect, test } from 'vitest';
import { localHref, prepareHtml } from '../../src/runtime/content/html';

/**
 * Content that works on WordPress or with somebody else only. The markup of WordPress core is what it renders; that of plugins is as their
 * public documentation and templates have it, shortened: their sources are not to be had here.
 */
const cmsOrigin = 'https://cms.example.com';
const shown = (source: string, search = true) => prepareHtml(source, { cmsOrigin, uri: '/a/', search });
const html = (source: string) => shown(source).html;
const stay = 'https://cms.example.com/a/?on-wordpress=1';

/** WordPress 6.5's Search block, in German. */
const searchBlock =
  '<form role="search" method="get" action="https://cms.example.com/" class="wp-block-search__button-outside wp-block-search__text-button wp-block-search">' +
  '<label class="wp-block-search__label" for="wp-block-search__input-1">Auf dieser Seite</label><div class="wp-block-search__inside-wrapper">' +
  '<input class="wp-block-search__input" id="wp-block-search__input-1" placeholder="Wort" value="" type="search" name="s" required />' +
  '<button aria-label="Suchen" class="wp-block-search__button wp-element-button" type="submit">Suchen</button></div></form>';
/** get_search_form() of a theme with HTML5. */
const searchForm =
  '<form role="search" method="get" class="search-form" action="https://cms.example.com/"><label>' +
  '<span class="screen-reader-text">Search for:</span><input type="search" class="search-field" placeholder="Search &hellip;" value="" name="s" />' +
  '</label><input type="submit" class="search-submit" value="Search" /></form>';

describe('search forms lead to the site’s own search', () => {
  test('with the words of WordPress, and nothing else of it', () => {
    const { html: out, notShown } = shown(`<p>a</p>${searchBlock}<p>b</p>`);
    expect(out).toBe(
      '<p>a</p><div><form class="search-form" role="search" action="/search"><label><span class="search-label">Auf dieser Seite</span>' +
        '<input class="field" type="search" name="q" required placeholder="Wort"></label><button class="button">Suchen</button></form></div><p>b</p>',
    );
    expect(notShown).toEqual([]);
  });
  test('a label that WordPress hides names the field, and a button without a text has its name', () => {
    expect(html(searchForm)).toContain(
      '<input class="field" type="search" name="q" required aria-label="Search for:" placeholder="Search …">' +
        '<button class="button">Search</button>',
    );
    const icon = searchBlock.replace(/>Suchen</, '><svg viewBox="0 0 24 24"><path d="M1 1"/></svg><');
    expect(html(icon)).toContain('<button class="button">Suchen</button>');
  });
  test('a form without a button gets one, and its word', () => {
    const bare = searchBlock.replace(/<button.*<\/button>/, '');
    expect(html(bare)).toContain('<span class="search-label">Auf dieser Seite</span>');
    expect(html(bare)).toContain('<button class="button">Search</button>');
  });
  test.each([
    ['one that posts', searchForm.replace('"get"', '"post"'), 'This form can only be filled in'],
    [
      'one of another host',
      searchForm.replace('cms.example.com', 'www.google.com'),
      'sent to www.google.com',
    ],
  ])('%s does not', (_, source, text) => {
    expect(html(source)).not.toContain('/search');
    expect(html(source)).toContain(text);
  });
  test('a site without a search says where the form is', () => {
    const { html: out, notShown } = shown(searchForm, false);
    expect(notShown).toEqual(['form']);
    expect(out).toContain('This form can only be filled in on the original page.');
    expect(out).not.toMatch(/<form|Search for/);
  });
  test('what is written there is text: it cannot leave its place', () => {
    const out = html(
      searchForm.replace('Search for:', '"&gt;&lt;script&gt;alert(1)&lt;/script&gt;<b onclick=x>'),
    );
    expect(out).not.toMatch(/<script|onclick|<b\b/);
    expect(out.match(/<form/g)).toHaveLength(1);
  });
});

const mailchimp =
  '<div id="mc_embed_signup"><form action="https://example.us1.list-manage.com/subscribe/post?u=a&amp;id=b" method="post" ' +
  'id="mc-embedded-subscribe-form" class="validate" target="_blank"><label for="mce-EMAIL">Email Address</label>' +
  '<input type="email" name="EMAIL" class="required email" id="mce-EMAIL"><input type="submit" value="Subscribe"></form></div>';

const cartBlock =
  '<div data-block-name="woocommerce/cart" class="wp-block-woocommerce-cart alignwide is-loading"><div class="wp-block-woocommerce-filled-cart-block">' +
  '<div class="wp-block-woocommerce-cart-items-block">Loading</div></div><p>Your cart</p></div>';
const emptyCart =
  '<div class="woocommerce"><div class="woocommerce-notices-wrapper"></div><div class="wc-empty-cart-message"><div class="cart-empty woocommerce-info">' +
  'Your cart is currently empty.</div></div></div>';
const checkout =
  '<div class="woocommerce"><form name="checkout" method="post" class="checkout woocommerce-checkout" action="https://cms.example.com/checkout/">' +
  '<label>First name</label><input name="billing_first_name"></form></div>';
const account =
  '<div class="woocommerce"><h2>Login</h2><form class="woocommerce-form woocommerce-form-login login" method="post"><label>Username</label>' +
  '<input name="username"><label>Password</label><input type="password" name="password"></form></div>';
/** WordPress 6.5's Login/out block that shows the form. */
const loginBlock =
  '<div class="logged-out has-login-form wp-block-loginout"><form name="loginform" id="loginform" action="https://cms.example.com/wp-login.php" method="post">' +
  '<p class="login-username"><label for="user_login">Username</label><input type="text" name="log" id="user_login" class="input" /></p></form></div>';

describe('what works elsewhere says where', () => {
  test.each([
    [
      'a newsletter',
      mailchimp,
      'host',
      'This form is sent to example.us1.list-manage.com. It can be filled in on the original page.',
      'Open the form',
    ],
    ['a cart as blocks', cartBlock, 'shop', 'Cart and checkout are in the shop itself.', 'Open the shop'],
    [
      'a cart of the shortcode',
      emptyCart,
      'shop',
      'Cart and checkout are in the shop itself.',
      'Open the shop',
    ],
    [
      'a checkout of the shortcode',
      checkout,
      'shop',
      'Cart and checkout are in the shop itself.',
      'Open the shop',
    ],
    ['a shop’s account', account, 'login', 'Members log in on the original site.', 'Open the login'],
    ['a login of WordPress', loginBlock, 'login', 'Members log in on the original site.', 'Open the login'],
    [
      'a form that nobody knows',
      '<form action="/send"><input name="a"></form>',
      'form',
      'This form can only be filled in on the original page.',
      'Open the form',
    ],
  ])('%s', (_, source, kind, text, link) => {
    const { html: out, notShown } = shown(`<p>before</p>${source}<p>after</p>`);
    expect(notShown).toEqual([kind]);
    expect(out.match(/class="not-shown"/g)).toHaveLength(1);
    expect(out).toContain(`>${text} <a href="${stay}" rel="nofollow noopener">${link}</a>`);
    expect(out).not.toMatch(/<(?:form|input|label|button)|currently empty|Username|Loading/);
    expect([out.startsWith('<p>before</p>'), out.endsWith('<p>after</p>')]).toEqual([true, true]);
    expect(out.match(/<div/g)?.length).toBe(out.match(/<\/div/g)?.length);
  });

  test('what a newsletter asks for stays readable, as that of any form', () => {
    expect(html(mailchimp)).toContain('Email Address');
  });
  test('products that a shop lists are content, and "add to cart" leads to the shop', () => {
    const list =
      '<div class="woocommerce columns-4"><ul class="products"><li class="product"><a href="https://cms.example.com/product/oak/">Oak</a>' +
      '<a href="?add-to-cart=12" class="button add_to_cart_button">Add to cart</a></li></ul></div>';
    expect(shown(list).notShown).toEqual([]);
    expect(html(list)).toContain('href="/product/oak/"');
    expect(localHref('https://cms.example.com/shop/?add-to-cart=12#a', cmsOrigin)).toBe(
      'https://cms.example.com/shop/?add-to-cart=12&on-wordpress=1',
    );
  });
  test('the link of a Login/out block leads to WordPress', () => {
    const block =
      '<div class="logged-out wp-block-loginout"><a href="https://cms.example.com/wp-login.php?redirect_to=x">Log in</a></div>';
    expect(html(block)).toContain('href="https://cms.example.com/wp-login.php?redirect_to=x"');
  });
  test('the form of a protected post is no login', () => {
    const form =
      '<form action="https://cms.example.com/wp-login.php?action=postpass" method="post"><input type="password"></form>';
    expect(shown(form).notShown).toEqual(['form']);
  });
  test.each([
    'javascript:alert(1)',
    'https://evil.example"><script>/',
    'https://evil.example/&quot;&gt;&lt;script&gt;',
    'https://user:pass@evil.example/',
    '//evil.example',
    'http://[',
    '\u0000',
  ])('an address that is an attack, %j, is a host or nothing', (action) => {
    const out = html(`<form action='${action}'><input></form>`);
    expect(out).not.toMatch(/<script|javascript:|user:pass|"&gt;/);
    expect(out.match(/class="not-shown"/g)).toHaveLength(1);
  });
  test('a mark that the CMS itself writes is dropped', () => {
    expect(html('<div data-not-shown="search">a</div><div data-not-shown="host evil.example">b</div>')).toBe(
      '<div>a</div><div>b</div>',
    );
  });
});

describe('nothing vanishes silently', () => {
  test.each([
    ['a canvas', '<p>a</p><canvas id="chart">Sales 2026</canvas>', ['script'], 1],
    [
      'a canvas behind a form and its script',
      '<form></form><p>a</p><canvas></canvas>',
      ['form', 'script'],
      2,
    ],
    ['a script that is not the form’s', '<form></form><h2>a</h2><script>b</script>', ['form', 'script'], 2],
    [
      'a script that is not the frame’s',
      '<iframe></iframe><p>a</p><script>b</script>',
      ['frame', 'script'],
      2,
    ],
    [
      'a canvas far behind a form and its script',
      '<form></form><script>a</script><p>a</p><canvas></canvas>',
      ['form', 'script'],
      2,
    ],
    ['a canvas and its script', '<canvas></canvas><script>draw()</script>', ['script'], 1],
    ['a script and its canvas', '<script>draw()</script><canvas></canvas>', ['script'], 1],
    ['a frame without permission', '<iframe src="https://maps.example.com/"></iframe>', ['frame'], 1],
    ['a frame without an address', '<iframe></iframe>', ['frame'], 1],
    [
      'a frame that waits for consent',
      '<iframe src="about:blank" data-src="https://maps.example.com/"></iframe>',
      ['frame'],
      1,
    ],
    ['a frame with its text in it', '<iframe srcdoc="<p>a</p>"></iframe>', ['frame'], 1],
    ['a frame that runs', '<iframe src="javascript:alert(1)"></iframe>', ['frame'], 1],
    [
      'frames one after the other',
      '<iframe src="https://a.example/"></iframe><iframe src="https://b.example/"></iframe>',
      ['frame'],
      2,
    ],
  ])('%s', (_, source, kinds, count) => {
    const { html: out, notShown } = shown(source);
    expect([notShown, out.match(/class="not-shown"/g)?.length]).toEqual([kinds, count]);
  });
  test('what stands in a canvas for those without a script is shown', () => {
    expect(html('<canvas>Sales 2026</canvas>')).toContain('Sales 2026');
  });
});
