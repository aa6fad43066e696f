import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BELOW_OWN_FOLDERS, OWN_ROUTES } from '@/runtime/base/own-routes';
import { toBytes } from '@/runtime/redirects/bytes';
import { toRuleList } from '@/runtime/redirects/list';
import { Pattern } from '@/runtime/redirects/pattern';
import { neededBy } from '@/runtime/redirects/pattern-needs';
import { parsePattern } from '@/runtime/redirects/pattern-parse';
import { StepBudget } from '@/runtime/redirects/pattern-run';
import { parseQuery } from '@/runtime/redirects/query';
import { Rules } from '@/runtime/redirects/rules';
import { redirectsKey } from '@/runtime/wordpress/queries/redirect-fields';

const vectors = JSON.parse(readFileSync('tests/vectors/redirects.json', 'utf8'));

function rulesOf(rules: object[], more: object = {}): Rules {
  const all = rules.map((rule, i) => ({ id: `test:${i}`, ...rule }));
  const said = {
    digest: 'd',
    hosts: ['wp.example'],
    origin: 'https://wp.example',
    folder: '',
    rules: all,
    ...more,
  };
  const list = toRuleList(said);
  if (!list) throw new Error('no list');
  return new Rules(list);
}

/** The outcome for an address, in short. */
function of(rules: Rules, url: string): string | null {
  const outcome = rules.find(url);
  if (outcome?.kind === 'redirect') return `${outcome.status} ${outcome.to}`;
  return outcome && (outcome.kind === 'error' ? String(outcome.status) : `shows ${outcome.path}`);
}

describe('patterns of PCRE', () => {
  test('are known, or refused', () => {
    for (const pattern of vectors.patterns.known)
      expect(() => new Pattern(toBytes(pattern), false), pattern).not.toThrow();
    for (const pattern of vectors.patterns.unknown)
      expect(() => new Pattern(toBytes(pattern), false), pattern).toThrow();
  });

  test.each(
    vectors.replace as {
      pattern: string;
      ignoreCase: boolean;
      text: string;
      template: string;
      result: string;
    }[],
  )('$pattern makes of $text what PCRE makes of it', ({ pattern, ignoreCase, text, template, result }) => {
    const made = new Pattern(toBytes(pattern), ignoreCase).replace(
      toBytes(text),
      toBytes(template),
      new StepBudget(),
    );
    expect(made).toBe(toBytes(result));
  });

  test('what costs too much to compile is refused before it does', () => {
    for (const [pattern, why] of [
      ['(?:(?:(?:){999}){999}){999}', 'too large'],
      ['(){0}'.repeat(300_000), 'too long'],
      ['()'.repeat(501), 'too many groups'],
      [`${'('.repeat(5_000)}${')'.repeat(5_000)}`, 'groups in groups'],
    ] as const)
      expect(() => new Pattern(pattern, false), pattern.slice(0, 40)).toThrow(why);
  });

  test('looks, first bytes and memory that is cleared use up the budget', () => {
    const look = new Pattern('(?:(?!(?:(?=a).)*[bc]).)*[bc](?:[yz]{900}){3}', false);
    const lead = new Pattern(`${'.'.repeat(1_000)}[xy]`, false);
    for (const [pattern, least] of [
      [look, 250_000],
      [lead, 4_000],
    ] as const) {
      const budget = new StepBudget();
      expect(pattern.find('ab'.repeat(1_000), budget)).toBeNull();
      expect(new StepBudget().left - budget.left).toBeGreaterThan(least);
      // The rest of the budget when one step was too much: none is taken after that.
      expect(budget.left).toBeGreaterThan(-10_000);
    }
  });

  test('a target that becomes too long is none', () => {
    const budget = new StepBudget();
    const pattern = new Pattern('^/(.*)$', false);
    expect(pattern.replace(`/${'a'.repeat(1_999)}`, '$0'.repeat(1_000), budget)).toBeNull();
    expect(pattern.replace('/abc', '$1$1', budget)).toBe('abcabc');
    // Each replacement is empty, and costs as much.
    expect(
      new Pattern('x*', false).replace('a'.repeat(2_000), '$0'.repeat(1_000), new StepBudget()),
    ).toBeNull();
    expect(
      of(
        rulesOf([{ ...{ from: '/(.*)', kind: 'regex', status: 301 }, to: `/${'$1'.repeat(900)}` }]),
        `/${'b'.repeat(50)}`,
      ),
    ).toBeNull();
  });

  // Eight times the text may cost ten times as much: with a pattern that takes JavaScript years, and with one of many stars.
  test.each(['^/(a+)+$', '^/(a|a/)*$', '^(.*)/(.*)/(.*)/x$', '(a*)*b', '^/(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s cannot run away',
    (pattern) => {
      const steps = (length: number) => {
        const budget = new StepBudget(1e9);
        new Pattern(pattern, false).find(`/${'a/'.repeat(length)}!b/x!`, budget);
        return 1e9 - budget.left;
      };
      expect(steps(800) / steps(100)).toBeLessThan(10);
    },
  );

  test('a thousand patterns for other addresses leave enough for the one behind them', () => {
    const others = Array.from({ length: 999 }, (_, i) => ({
      from: `.*old-${i}-x.*`,
      kind: 'regex',
      to: '/x',
    }));
    const rules = rulesOf([...others, { from: '^/blog/(.*)$', kind: 'regex', to: '/news/$1' }]);
    const slug = 'a'.repeat(1_500);
    expect(of(rules, `/blog/${slug}/`)).toBe(`301 /news/${slug}/`);
    expect(of(rules, `/OLD-7-x/${slug}/`)).toBeNull();
  });

  test.each([
    ['^/(?:a|b)/Long-(x+)y?z', '/long-'],
    ['(?i)ÄB', 'Äb'],
    ['a|b', ''],
    ['(?!never)[0-9]*', ''],
    ['^/a(?=b)c$', '/a'],
  ])('%s cannot match without “%s”', (pattern, needed) => {
    expect(neededBy(parsePattern(toBytes(pattern), true).node)).toBe(toBytes(needed).toLowerCase());
  });

  test('a budget that is spent means no match', () => {
    expect(new Pattern('a*b', false).find('a'.repeat(100), new StepBudget(50))).toBeNull();
  });
});

describe('rules', () => {
  test('the key is that of the plugin', () => {
    expect(redirectsKey(vectors.secret)).toBe(vectors.key);
  });

  test('the first one in the order of WordPress counts, and a rule without effect ends the search', () => {
    const rules = rulesOf([
      { from: '/a', to: '/one' },
      { from: '^/a', kind: 'regex', to: '/two' },
      { from: '/stay', status: 0 },
      { from: '^/s', kind: 'regex', to: '/three' },
    ]);
    expect([of(rules, '/a'), of(rules, '/ab'), of(rules, '/stay'), of(rules, '/sx')]).toEqual([
      '301 /one',
      '301 /twob',
      null,
      '301 /threex',
    ]);
  });

  test('paths of Rank Math and Yoast: without slashes, and the query goes along or has to be the same', () => {
    const rules = rulesOf([
      { from: 'old', of: 'path', to: 'https://wp.example/new/', query: 'append' },
      { from: 'part', kind: 'contains', of: 'path', to: '/piece/' },
      { from: 'yoast', of: 'path', to: '/y/' },
      { from: '^/re/(\\d+)', kind: 'regex', fill: 'whole', to: '/r/$1/' },
    ]);
    expect(
      ['/old/', '/old?a=b', '/x/part/y', '/yoast/', '/yoast/?a=b', '/re/12/more'].map((url) =>
        of(rules, url),
      ),
    ).toEqual(['301 /new/', '301 /new/?a=b', '301 /piece/', '301 /y/', null, '301 /r/12/']);
  });

  test('a path with a query is never about the page without it, and a pattern for paths never about the homepage', () => {
    const rules = rulesOf([
      { from: '?p=4711', of: 'path', to: '/x/', query: 'append' },
      { from: 'shop/?id=5', of: 'path', to: '/y/', query: 'append' },
      { from: '^(\\?x=1)?$', kind: 'regex', of: 'path', to: '/all/' },
    ]);
    const addresses = ['/', '/?p=4711', '/?x=1', '/?x=2', '/shop/?id=5', '/shop/?id=5&a=b', '/shop/'];
    expect(addresses.map((url) => of(rules, url))).toEqual([
      null,
      '301 /x/?p=4711',
      '301 /all/',
      null,
      '301 /y/?id=5',
      '301 /y/?id=5&a=b',
      null,
    ]);
  });

  test('chains are flattened, circles and self-references refused', () => {
    const rules = rulesOf([
      { from: '/a', to: '/b' },
      { from: '/b', to: 'https://wp.example/c', status: 302 },
      { from: '/c', to: 'https://off.example/' },
      { from: '/x', to: '/y' },
      { from: '/y', to: '/x' },
      { from: '/self', to: '/self/', ignoreSlash: true },
      { from: '/to-gone', to: '/gone' },
      { from: '/gone', status: 410 },
    ]);
    expect(
      ['/a', '/b', '/x', '/y', '/self', '/self/', '/to-gone', '/gone'].map((url) => of(rules, url)),
    ).toEqual([
      '302 https://off.example/',
      '302 https://off.example/',
      null,
      null,
      null,
      null,
      '301 /gone',
      '410',
    ]);
    expect(rules.find('/a')).toMatchObject({ ids: ['test:0', 'test:1', 'test:2'] });
  });

  test('nobody chooses where a rule leads', () => {
    const regex = { kind: 'regex' };
    const rules = rulesOf([
      { ...regex, from: '^/a(.*)', to: '//$1' },
      { ...regex, from: '^/b/(.*)', to: 'https://$1' },
      { ...regex, from: '^/c(.*)', to: 'https://off.example$1' },
      { ...regex, from: '^/d/(.*)', to: '/$1' },
      { ...regex, from: '^/e/(.*)', to: '$1' },
      { ...regex, from: '^/f/(.*)', to: 'https://wp.example/$1' },
      { ...regex, from: '^/g/(.*)', to: 'https://off.example:8443/$1' },
      { from: '/h', to: '//off.example/x' },
      { from: '/i', to: 'javascript:alert(1)' },
    ]);
    const refused = [
      '/aevil.example',
      '/b/evil.example',
      '/c.evil.example',
      '/c@evil.example',
      '/c:99/',
      '/c%40evil.example',
      '/d//evil.example',
      '/d/%2fevil.example',
      '/e/https://evil.example',
      '/e/javascript:alert(1)',
      '/f//evil.example',
      '/i',
    ];
    expect(refused.map((url) => of(rules, url))).toEqual(refused.map(() => null));
    expect(
      ['/c/x', '/d/x', '/d/%5Cevil.example', '/e/x', '/f/x', '/g/x', '/h'].map((url) => of(rules, url)),
    ).toEqual([
      '301 https://off.example/x',
      '301 /x',
      '301 /evil.example',
      '301 /x',
      '301 /x',
      '301 https://off.example:8443/x',
      '301 //off.example/x',
    ]);
  });

  test('a host may be written in letters, the site’s own as well', () => {
    const rules = rulesOf(
      [
        { from: '/idn/', to: 'https://münchen.example/ß' },
        { from: '^/r/(.*)', kind: 'regex', to: 'https://münchen.example$1' },
        { from: '/here/', to: 'https://zürich.example/x/' },
      ],
      { hosts: ['zürich.example'] },
    );
    expect(['/idn/', '/r//x', '/r/.evil.example', '/here/'].map((url) => of(rules, url))).toEqual([
      '301 https://m%C3%BCnchen.example/%C3%9F',
      '301 https://m%C3%BCnchen.example/x',
      null,
      '301 /x/',
    ]);
  });

  test('a mail and a telephone number are places, too, where the rule itself says so', () => {
    const rules = rulesOf([
      { from: '/mail/', to: 'mailto:us@new.example?subject=Hello%20you' },
      { from: '/call/', to: 'tel:+4989123' },
      { from: '^/m/(.*)', kind: 'regex', to: '$1' },
      { from: '/part', kind: 'regex', to: 'mailto:us@new.example' },
      { from: '/code/', to: 'data:text/html,x' },
    ]);
    expect(
      ['/mail/', '/call/', '/m/mailto:a@b.example', '/a/part/', '/code/'].map((url) => of(rules, url)),
    ).toEqual([
      '301 mailto:us@new.example?subject=Hello%20you',
      '301 tel:+4989123',
      null,
      '301 /amailto:us@new.example/',
      null,
    ]);
  });

  test('no header is split, and what a header may not hold is encoded or left out', () => {
    const rules = rulesOf([{ kind: 'regex', from: '^/a/(.*)', to: '/b/$1' }]);
    expect(of(rules, '/a/%0D%0ASet-Cookie:%20x')).toBe('301 /b/Set-Cookie:%20x');
    expect(of(rules, '/a/%250d%250aX')).toBe('301 /b/X');
    expect(of(rules, '/a/%C3%A9')).toBe('301 /b/%C3%A9');
    expect(of(rules, '/a/"<>')).toBe('301 /b/');
  });

  test('files of WordPress stay there, and its folder is no part of the site', () => {
    const rules = rulesOf(
      [
        { from: '/wp/pdf', to: '/wp/wp-content/a.pdf' },
        { from: '/wp/old', to: '/wp/new/' },
        { from: '/wp/home', to: 'https://wp.example/wp' },
      ],
      { folder: '/wp' },
    );
    expect([of(rules, '/old'), of(rules, '/home'), of(rules, '/pdf')]).toEqual([
      '301 /new/',
      '301 /',
      '301 https://wp.example/wp/wp-content/a.pdf',
    ]);
  });

  test('what cannot be read is left out, and named', () => {
    const rules = rulesOf([
      { from: '(a)\\1', kind: 'regex', to: '/x' },
      { from: 3 },
      { from: '/ok', to: '/fine' },
      { from: '/bad', status: 12 },
    ]);
    expect(rules.left.map(({ id }) => id)).toEqual(['test:0']);
    expect([rules.size, of(rules, '/ok')]).toEqual([1, '301 /fine']);
    expect([toRuleList(null), toRuleList({ refused: true }), toRuleList({ digest: 'x', rules: {} })]).toEqual(
      [null, null, null],
    );
  });

  test('odd addresses do no harm', () => {
    const rules = rulesOf([
      { kind: 'regex', from: '^/(.*)$', to: '/all/$1' },
      { from: '/a', to: '/b' },
    ]);
    for (const url of [
      '/%',
      '/%zz',
      '/%00',
      '/\xff',
      `/${'a'.repeat(5000)}`,
      '/?',
      '/??a',
      '/?[]',
      '/?a[b',
      '/?a[b]=1&a=2',
      '/#',
      '//',
      '/.',
      `/?${'a=1&'.repeat(400)}`,
    ])
      expect(() => rules.find(url), url).not.toThrow();
  });
});

describe('rules that share a path', () => {
  const count = 3_000;
  const rules = rulesOf(
    Array.from({ length: count }, (_, i) => ({
      ...{ from: `/index.php?option=content&id=${i}`, to: `/new/${i}`, status: 301, kind: 'exact' },
      ...{ of: 'address', query: 'exact', ignoreCase: true },
    })),
  );

  test('an address is held to those alone that it may match', () => {
    const budget = new StepBudget();
    const { left } = budget;
    expect(rules.find('/index.php?id=2999&option=content', budget)).toMatchObject({ to: '/new/2999' });
    expect(rules.find('/index.php?option=content&id=x', budget)).toBeNull();
    expect(rules.find(`/index.php?${'a[]&'.repeat(490)}`, budget)).toBeNull();
    expect(left - budget.left).toBeLessThan(20);
  });
});

test('numbers of a list without numbers go on behind the largest', () => {
  expect([...(parseQuery('a[]=1&a[7]=2&a[]=3&a[x]=4&a[]=5&b[]=6').get('a') as Map<string, string>)]).toEqual([
    ['0', '1'],
    ['7', '2'],
    ['8', '3'],
    ['x', '4'],
    ['9', '5'],
  ]);
});

test.each<{ path: string; route: boolean; folder: boolean }>(vectors.own)(
  'the plugin and the site agree whose $path is',
  ({ path, route, folder }) => {
    expect(new RegExp(`^/(?:${OWN_ROUTES})`).test(path)).toBe(route);
    expect(new RegExp(`^/(?:${BELOW_OWN_FOLDERS})`).test(path)).toBe(folder);
  },
);
