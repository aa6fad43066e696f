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
      'a line that went beside one that came',
      from('  <Menu />\n', ''),
      from('  <Search />\n', '  <Search />\n  <Theme />\n').replace('<header>', '<header id="top">'),
      from('  <Menu />\n', '')
        .replace('<header>', '<header id="top">')
        .replace('</header>', '  <Theme />\n</header>'),
    ],
    [
      'imports at one place',
      from('import', "import { a } from './a';\nimport"),
      from('import', "import { c } from './c';\nimport"),
      `import { a } from './a';\nimport { c } from './c';\n${base}`,
    ],
  ];
  test.each(cases)('%s', (_name, ours, theirs, merged) => {
    expect(mergeText(base, ours, theirs)).toEqual({ text: merged, conflicts: 0, kept: 0 });
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

describe('ours stays', () => {
  const words = text('// Words.', 'const words = {', "  menu: 'Menu',", "  close: 'Close',", '};', '');
  const others = words.replace("'Menu'", "'Menü'").replace("'Close'", "'Schließen'");
  test.each([
    ['words in other words', others, words.replace("'Menu'", "'The menu'"), others],
    [
      'with a new word among them',
      others,
      words.replace("  close: '", "  open: 'Open',\n  close: '"),
      others.replace('  close', "  open: 'Open',\n  close"),
    ],
    [
      'what was taken out',
      words.replace("  close: 'Close',\n", ''),
      words.replace('Close', 'Close it'),
      words.replace("  close: 'Close',\n", ''),
    ],
    [
      'for a comment of ours',
      words.replace('// Words.\n', ''),
      words.replace('Words.', 'All words.'),
      words.replace('// Words.\n', ''),
    ],
  ])('%s', (_name, ours, theirs, merged) => {
    const { text: is, conflicts } = mergeText(words, ours, theirs);
    expect([is, conflicts]).toEqual([merged, 0]);
    // Who wants what is new gets it, or is told.
    const { text: taken, conflicts: open } = mergeText(words, ours, theirs, 'theirs');
    expect(open > 0 ? taken : merged).not.toBe(ours);
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
