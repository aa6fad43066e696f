import { describe, expect, test } from 'vitest';
import { mergeText } from '../../src/changes/merge-text';
import { mergeInFormat } from '../../src/changes/same-format';

const text = (...lines: string[]) => lines.join('\n');
const base = text("import { b } from './b';", '<header>', '  <Menu />', '  <Search />', '</header>', '');

describe('two changes side by side go together', () => {
  const from = (what: string, by: string) => base.replace(what, by);
  const cases: [name: string, ours: string, theirs: string, merged: string][] = [
    [
      'a line before one that changed',
      from('  <Search />', '  <Call />\n  <Search />'),
      from('<Search />', '<Search big />'),
      from('  <Search />', '  <Call />\n  <Search big />'),
    ],
    [
      'imports at one place',
      from('import', "import { a } from './a';\nimport"),
      from('import', "import { c } from './c';\nimport"),
      `import { a } from './a';\nimport { c } from './c';\n${base}`,
    ],
  ];
  test.each(cases)('%s', (_name, ours, theirs, merged) => {
    expect(mergeText(base, ours, theirs, 'ours', 'js')).toMatchObject({
      text: merged,
      conflicts: 0,
      left: [],
    });
  });
});

test.each([
  ['in one line', base.replace('<Menu />', '<Menu a />'), base.replace('<Menu />', '<Menu b />')],
  ['where both add a statement', base.replace('<h', 'a();\n<h'), base.replace('<h', 'b();\n<h')],
  ['where both add the same element', base.replace('</h', '<A />\n</h'), base.replace('</h', '<A b />\n</h')],
  ['where one adds half of an element', base.replace('</h', '<p>\n</h'), base.replace('</h', '<B />\n</h')],
  [
    'where a text has moved',
    `  <Menu />\n${base.replace('  <Menu />\n', '')}`,
    base.replace('<Menu', '<Menu b'),
  ],
  ['of an import', base.replace('./b', './own'), base.replace('./b', './c')],
])('two changes %s conflict', (_name, ours, theirs) => {
  expect(mergeText(base, ours, theirs, 'ours', 'js').conflicts).toBe(1);
});

test.each([
  ['elements', 'js', '<p>\n', '  <A />\n', '  {/* New. */}\n  <B>\n    b\n  </B>\n'],
  ['functions', 'js', 'x();\n', '\nfunction a() {\n  x();\n}\n', '\n/** B. */\nexport function b() {}\n'],
  ['rules of styles', 'css', 'p {\n}\n', '\n.a {\n  top: 0;\n}\n', '\n.b {\n  top: 1;\n}\n'],
  ['words', 'words', "  x: 'x',\n", "  a: 'a',\n", "  b: 'b',\n"],
] as const)('%s that both add at one place, stand side by side', (_what, language, code, own, fresh) => {
  const merged = mergeText(code, code + own, code + fresh, 'ours', language);
  expect(merged).toMatchObject({ text: code + own + fresh, conflicts: 0, left: [] });
});

test('an import that both add is there once, and two of one name conflict', () => {
  const from = (by: string) => base.replace('import', `${by}\nimport`);
  const both = mergeText(
    base,
    from("import { a } from './a';\nimport { d } from './d';"),
    from("import { a } from './a';"),
    'ours',
    'js',
  );
  expect([both.conflicts, both.text.match(/\ba\b/g)]).toEqual([0, ['a', 'a']]);
  expect(
    mergeText(base, from("import { cn } from './cn';"), from("import { cn } from './own';"), 'ours', 'js')
      .conflicts,
  ).toBe(1);
});

test.each([
  [
    'an import that both add, at two places',
    "import { A } from 'a';\nimport { B } from 'b';\nx(A, B);\n",
    "import { A } from 'a';\nimport { B } from 'b';\nimport { I } from 'i';\nx(A, B);\n",
    "import { I } from 'i';\nimport { A } from 'a';\nimport { B } from 'b';\nx(A, B);\n",
  ],
  [
    'a name that is another one now',
    'function f({ a }) {\n  x(a);\n  y();\n  z();\n}\n',
    'function f({ a }) {\n  x(a);\n  y();\n  z(a);\n}\n',
    'function f({ b }) {\n  x(b);\n  y();\n  z();\n}\n',
  ],
  [
    'an import that is dropped',
    "import { A } from 'a';\n\nA();\nb();\nc();\n",
    "import { A } from 'a';\n\nA();\nb();\nc();\nA();\n",
    '\nb();\nc();\n',
  ],
])('lines far from each other that depend on each other conflict: %s', (_what, code, ours, theirs) => {
  const merged = mergeText(code, ours, theirs, 'ours', 'js');
  expect([merged.conflicts > 0, merged.text]).toEqual([true, ours]);
});

describe('what its owner took out', () => {
  const long = base.replace('<Menu />', '<Menu nodes={nodes} />');
  const without = long.replace('  <Menu nodes={nodes} />\n', '');
  const merge = (theirs: string, ours = without) => mergeText(long, ours, theirs, 'ours', 'js');
  test('stays out, whatever the new version makes of it, and that is named', () => {
    const theirs = long.replace('<Menu nodes={nodes} />', '<Menu\n    nodes={nodes}\n    big\n  />');
    expect(merge(theirs)).toMatchObject({
      text: without,
      conflicts: 0,
      left: ['  <Menu', '    nodes={nodes}', '    big', '  />'],
    });
  });
  test('is not what the owner has elsewhere', () => {
    const moved = `${without}  <Menu nodes={nodes} />\n`;
    expect(merge(long.replace('<Menu', '<Menu big'), moved).conflicts).toBe(1);
  });
  test('is no place for what comes between', () => {
    const two = long.replace('  <Search', '  <Logo />\n  <Search');
    const ours = two.replace(/ {2}<Menu.*\n {2}<Logo.*\n/, '');
    expect(mergeText(two, ours, two.replace('  <Logo', '  <Call />\n  <Logo'), 'ours', 'js').conflicts).toBe(
      1,
    );
  });
  test('leaves what stands beside it', () => {
    const beside = (text: string) => text.replace('  <Search />', '  <Logo />\n  <Search big />');
    expect(merge(beside(long))).toMatchObject({ text: beside(without), conflicts: 0, left: [] });
  });
  test('half of an element, in texts without code all, is no whole: what stands beside it may belong to it', () => {
    const parts = long.replace('<Menu nodes={nodes} />', '<Menu\n    nodes={nodes}\n  />');
    const less = parts.replace('    nodes={nodes}\n  />\n  <Search', '  /><Search');
    const beside = parts.replace('  <Menu\n', '  <Menu a\n');
    expect(mergeText(parts, less, beside, 'ours', 'js').conflicts).toBe(1);
    expect(mergeText('a\nb\nc', 'b\nc', 'a\nb b\nc').conflicts).toBe(1);
  });
  test('is missing where the new version uses it', () => {
    const code = text("import { one } from './one';", "import { two } from './two';", 'two();', '');
    const ours = code.replace("import { one } from './one';\n", '');
    const theirs = code.replace("'./two';", "'./both';").replace('two();', 'two(one);');
    expect(mergeText(code, ours, theirs, 'ours', 'js').conflicts).toBe(1);
  });
});

describe('words and looks are the owner’s', () => {
  const code = text('<p className="a b">', '  <Menu title="Menu" />', '</p>', '');
  const merge = (ours: string, theirs: string) => mergeText(code, ours, theirs, 'ours', 'js');
  test('where both changed them, and what is left out is named', () => {
    const ours = code.replace('a b', 'c');
    expect(merge(ours, code.replace('a b', 'a d'))).toMatchObject({
      text: ours,
      conflicts: 0,
      left: ['<p className="a d">'],
    });
  });
  test('where the owner took the line out', () => {
    const ours = code.replace('  <Menu title="Menu" />\n', '');
    const merged = merge(ours, code.replace('"Menu"', '"Main"'));
    expect(merged).toMatchObject({ text: ours, conflicts: 0, left: ['  <Menu title="Main" />'] });
  });
  test('of classes that code puts together, unless its condition changes', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a site
    const line = "  <li className={`a b ${large ? 'c' : ''}`}>{x}</li>\n";
    const ours = line.replace('a b', 'a own');
    const theirs = line.replace("'c'", "'d'");
    expect(mergeText(line, ours, theirs, 'ours', 'js')).toMatchObject({
      text: ours,
      left: [theirs.trimEnd()],
    });
    expect(mergeText(line, ours, line.replace('large', 'small'), 'ours', 'js').conflicts).toBe(1);
  });
  test('in a line that has more now', () => {
    const merged = merge(code.replace('a b', 'c'), code.replace('<p className', '<p id="top" className'));
    expect(merged).toMatchObject({
      text: code.replace('<p className="a b"', '<p id="top" className="c"'),
      conflicts: 0,
      left: [],
    });
  });
  test('a line that the owner has changed otherwise takes the new look', () => {
    const merged = merge(code.replace('<p className', '<p id="top" className'), code.replace('a b', 'c'));
    expect(merged).toMatchObject({
      text: code.replace('<p className="a b"', '<p id="top" className="c"'),
      conflicts: 0,
    });
  });
  test.each([
    [
      'an address',
      '<form action="/a" className="x">',
      '<form action="/b" className="y">',
      'className="x"',
      'className="z"',
    ],
    ['a key', "const a = b === 'post';", "const a = b === 'article';", "'post'", "'note'"],
    ['a name of an element', '<label htmlFor="q">', '<label htmlFor="p">', '"q"', '"r"'],
    ['code between apostrophes', "<p>Don't {a} it's</p>", "<p>Don't {b} it's</p>", 'Don', 'Won'],
    ['a directive', "'use client';", "'use server';", 'client', 'cache'],
    ['a line of a comment for tools', '// @ts-expect-error: a', '// @ts-expect-error: b', 'a', 'c'],
  ])('%s is none', (_what, was, theirs, from, to) => {
    const merged = mergeText(`${was}\n`, `${was.replace(from, to)}\n`, `${theirs}\n`, 'ours', 'js');
    expect([merged.conflicts, merged.left]).toEqual([1, []]);
  });
  test('an element like another one, before it, is not taken for it', () => {
    const list = '<ul>\n  <li className="a">{x}</li>\n</ul>\n';
    const theirs = list.replace(
      '  <li className="a">',
      '  <li className="new">{x}</li>\n  <li className="a2">',
    );
    expect(mergeText(list, list.replace('"a"', '"mine"'), theirs, 'ours', 'js').conflicts).toBe(1);
  });
  test('but not where code comes from', () => {
    const from = (module: string) => `import { a } from '${module}';\n`;
    expect(mergeText(from('./a'), from('./own'), from('./new'), 'ours', 'js').conflicts).toBe(1);
  });
  test('and a variable of styles, which somebody declares', () => {
    const rule = (border: string) => `.a {\n  border: ${border};\n}\n`;
    const merged = mergeText(
      rule('1px solid var(--old)'),
      rule('2px solid var(--old)'),
      rule('1px solid var(--new)'),
      ...(['ours', 'css'] as const),
    );
    expect(merged.conflicts).toBe(1);
  });
  test('and a movement, which somebody declares', () => {
    const rule = (animation: string) => `.a {\n  animation: ${animation};\n}\n`;
    const merged = mergeText(rule('fade 1s'), rule('fade 2s'), rule('site-fade 1s'), 'ours', 'css');
    expect(merged.conflicts).toBe(1);
  });
  test('in styles, the value', () => {
    const rule = (padding: string) => `.a {\n  padding: ${padding};\n}\n`;
    const merged = mergeText(rule('1rem'), rule('2rem'), rule('3rem'), 'ours', 'css');
    expect(merged).toMatchObject({ text: rule('2rem'), conflicts: 0, left: ['  padding: 3rem;'] });
  });
});

describe('another format is no change', () => {
  const code = text(
    "import { a } from './a';",
    '',
    "export const words = { one: a('one'), two: 'two' };",
    '',
  );
  const formatted = text(
    'import { a } from "./a";',
    'export const words = {',
    '\tone: a("one"),',
    '\ttwo: "two",',
    '};',
    '',
  );
  test('what is new comes in the format of its owner', () => {
    const theirs = code.replace("'two' }", "'two', three: 'three' }");
    const merged = formatted.replace('"two",\n', '"two", three: \'three\' ');
    expect(mergeInFormat(code, formatted, theirs, 'js')).toMatchObject({ text: merged, conflicts: 0 });
  });
  test('beside an edit', () => {
    const ours = formatted.replace('"one"', '"uno"');
    const theirs = code.replace("two: 'two'", "two: 'both'");
    const merged = ours.replace('two: "two"', "two: 'both'");
    expect(mergeInFormat(code, ours, theirs, 'js')).toMatchObject({ text: merged, conflicts: 0 });
  });
  test.each([
    ["'can’t'", '"can\'t"'],
    ['\'a[href="x"]\'', '\'b[href="x"]\''],
  ])('%s that becomes %s keeps its quotes', (was, now) => {
    const words = (value: string, more: string) => `export const w = {\n  a: ${value},\n  b: ${more},\n};\n`;
    const ours = words(was, 'g').replaceAll('  ', '\t').replace("'can’t'", '"can’t"');
    const { text, conflicts } = mergeInFormat(words(was, 'f'), ours, words(now, 'f'), 'js') ?? {};
    expect([conflicts, text?.includes(now)]).toEqual([0, true]);
  });
  test('nor are parentheses around an element, and quotes within a template', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a site
    const line = "export const A = () => <p className={`a ${b ? 'c' : ''}`}>{b && <i>{b}</i>}</p>;\n";
    const ours = text(
      'export const A = () => (',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a site
      '  <p className={`a ${b ? "c" : ""}`}>',
      '    {b && (',
      '      <i>{b}</i>',
      '    )}',
      '  </p>',
      ');',
      '',
    );
    const merged = mergeInFormat(line, ours, line.replace('<i>', '<i id="i">'), 'js');
    expect(merged).toMatchObject({ text: ours.replace('<i>', '<i id="i">'), conflicts: 0 });
  });
  test('a parenthesis that stands before other code now is not taken twice', () => {
    const code = (space: string, between: string, more = '') =>
      text(
        `import a from 'a';${more}`,
        ...['const b = (', '<div>', '{c && (', '<i>d</i>', ')}'].map((line) => space + line),
        ...(between ? [space + between] : []),
        ...['{c && <p e="f" />}', '</div>', ');'].map((line) => space + line),
      );
    const [was, ours] = [code('  ', ''), code('\t', '')];
    const merged = mergeInFormat(was, ours, code('  ', '{!c && <q e={f} />}', "\nimport q from 'q';"), 'js');
    expect(merged?.conflicts).toBe(0);
    const expected = code('\t', '{!c && <q e={f} />}', "\nimport q from 'q';");
    expect(merged?.text.replace(/\s+/g, ' ')).toBe(expected.replace(/\s+/g, ' '));
  });
  test('an edit of the same line conflicts', () => {
    const ours = formatted.replace('a("one")', 'b("one")');
    expect(mergeInFormat(code, ours, code.replace("a('one')", "c('one')"), 'js')).toMatchObject({
      conflicts: 1,
    });
  });
});
