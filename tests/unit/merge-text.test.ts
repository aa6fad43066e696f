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
    expect(mergeText(base, ours, theirs)).toEqual({ text: merged, conflicts: 0 });
  });
});

test.each([
  ['in one line', base.replace('<Menu />', '<Menu a />'), base.replace('<Menu />', '<Menu b />')],
  ['where both add one', base.replace('</h', '<A />\n</h'), base.replace('</h', '<B />\n</h')],
  [
    'where a text has moved',
    `  <Menu />\n${base.replace('  <Menu />\n', '')}`,
    base.replace('<Menu', '<Menu b'),
  ],
  ['of an import', base.replace('./b', './own'), base.replace('./b', './c')],
])('two changes %s conflict', (_name, ours, theirs) => {
  expect(mergeText(base, ours, theirs).conflicts).toBe(1);
});

test('an import that both add is there once, and two of one name conflict', () => {
  const from = (by: string) => base.replace('import', `${by}\nimport`);
  const both = mergeText(
    base,
    from("import { a } from './a';\nimport { d } from './d';"),
    from("import { a } from './a';"),
  );
  expect([both.conflicts, both.text.match(/\ba\b/g)]).toEqual([0, ['a', 'a']]);
  expect(
    mergeText(base, from("import { cn } from './cn';"), from("import { cn } from './own';")).conflicts,
  ).toBe(1);
});

describe('what its owner took out is no place to add to', () => {
  const long = base.replace('<Menu />', '<Menu nodes={nodes} />');
  test.each([
    [
      'a line that becomes several',
      long.replace('<Menu nodes={nodes} />', '<Menu\n    nodes={nodes}\n    big\n  />'),
    ],
    ['a line before it', long.replace('  <Menu', '  <Logo />\n  <Menu')],
    ['a line behind it', long.replace('  <Search', '  <Logo />\n  <Search')],
  ])('%s', (_what, theirs) => {
    expect(mergeText(long, long.replace('  <Menu nodes={nodes} />\n', ''), theirs).conflicts).toBe(1);
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
    expect(mergeInFormat(code, formatted, theirs)).toMatchObject({ text: merged, conflicts: 0 });
  });
  test('beside an edit', () => {
    const ours = formatted.replace('"one"', '"uno"');
    const theirs = code.replace("two: 'two'", "two: 'both'");
    const merged = ours.replace('two: "two"', 'two: "both"');
    expect(mergeInFormat(code, ours, theirs)).toMatchObject({ text: merged, conflicts: 0 });
  });
  test('an edit of the same line conflicts', () => {
    const ours = formatted.replace('a("one")', 'b("one")');
    expect(mergeInFormat(code, ours, code.replace("a('one')", "c('one')"))).toMatchObject({ conflicts: 1 });
  });
});
