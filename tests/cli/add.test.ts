import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, createSite, edit, read, scratch, snapshot } from './cli';
import { serve } from './fault-server';
import { DOWN, ENTER, Person, pty } from './person';

/** Files of a site that differ between two moments. */
function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...all].filter((file) => before[file] !== after[file]).sort();
}

const fields = 'subtitle:text,cover:image';

describe('add', () => {
  it('writes a starter of each kind once, says what was made, and never writes over a file', async () => {
    const site = await createSite(scratch());
    const runs: [string[], string[]][] = [
      [['template', 'single-project'], ['components/templates/single-project.tsx']],
      [['template', 'template-landing'], ['components/templates/template-landing.tsx']],
      [
        ['block', 'notice'],
        ['components/blocks/own/Notice.tsx', 'components/blocks/own/index.ts', 'wordpress/own-blocks.php'],
      ],
      [
        ['field-group', 'book', '--fields', fields],
        ['components/posts/Book.tsx', 'content.config.ts'],
      ],
    ];
    for (const [args, files] of runs) {
      const before = snapshot(site);
      const added = await cli(['add', ...args, '--json'], { cwd: site });
      expect(added.code, added.stderr).toBe(0);
      const said = JSON.parse(added.stdout);
      expect([...said.created, ...said.changed].sort()).toEqual(files);
      const after = snapshot(site);
      expect(differences(before, after)).toEqual(files);
      const again = await cli(['add', ...args], { cwd: site });
      expect([again.code, again.stderr]).toEqual([
        2,
        expect.stringMatching(new RegExp(`${files[0]} is there( already)?\\.`)),
      ]);
      expect(differences(after, snapshot(site))).toEqual([]);
    }
    const kept = await cli(['regenerate-config', '--check'], { cwd: site });
    expect(kept.code, kept.all).toBe(0);
  });

  it('a second block goes into the same list and the same plugin', async () => {
    const cwd = scratch();
    const site = await createSite(cwd);
    for (const name of ['notice', 'big-banner'])
      expect((await cli(['add', 'block', name, 'site'], { cwd })).code).toBe(0);
    expect(read(site, 'wordpress/own-blocks.php').match(/'block' {2}=> 'own\/[\w-]+'/g)).toEqual([
      "'block'  => 'own/notice'",
      "'block'  => 'own/big-banner'",
    ]);
    expect(read(site, 'components/blocks/own/index.ts').match(/ownBlock\(/g)).toHaveLength(2);
  });

  it('where the owner wrote a file in another way, nothing is written, and its lines are said', async () => {
    const site = await createSite(scratch());
    edit(site, 'content.config.ts', 'defineContent({})', 'defineContent(mine())');
    edit(site, 'components/blocks/own/index.ts', '= [] as const', '= mine()');
    const before = snapshot(site);
    const group = ['add', 'field-group', 'book', '--fields', fields];
    const { code, stderr } = await cli(group, { cwd: site });
    expect([code, stderr]).toEqual([2, expect.stringContaining('content.config.ts cannot be edited')]);
    expect(stderr).toContain("        subtitle: field.text('book.subtitle'),");
    const block = await cli(['add', 'block', 'notice'], { cwd: site });
    expect([block.code, block.stderr]).toEqual([2, expect.stringContaining('const noticeFields = {')]);
    expect(differences(before, snapshot(site))).toEqual([]);
    // Once they are there, the same command makes the rest.
    edit(
      site,
      'content.config.ts',
      'mine()',
      "mine({ post: { read: (f) => ({ subtitle: f.text('book.subtitle'), cover: f.image('book.cover') }) } })",
    );
    expect((await cli(group, { cwd: site })).code).toBe(0);
    expect(read(site, 'components/posts/Book.tsx')).toContain('fields.cover');
  });

  it('a site with tabs gets tabs; one in another format is told to run its formatter', async () => {
    const site = await createSite(scratch());
    edit(site, 'biome.json', '"indentStyle": "space"', '"indentStyle": "tab"');
    const tabs = (text: string) => text.replace(/^(?: {2})+/gm, (pad) => '\t'.repeat(pad.length / 2));
    const index = 'components/blocks/own/index.ts';
    writeFileSync(path.join(site, index), tabs(read(site, index)));
    for (const args of [
      ['block', 'notice'],
      ['field-group', 'book', '--fields', fields],
      ['template', 'single'],
    ]) {
      const { code, all } = await cli(['add', ...args], { cwd: site });
      expect([code, all.includes('formatter')]).toEqual([0, false]);
    }
    for (const file of [index, 'components/blocks/own/Notice.tsx', 'components/posts/Book.tsx'])
      expect(read(site, file)).not.toMatch(/^ {2}/m);
    edit(site, 'biome.json', '"single"', '"double"');
    expect((await cli(['add', 'template', 'page'], { cwd: site })).all).toContain('run its formatter');
  });

  it('--type says whose fields they are', async () => {
    const site = await createSite(scratch());
    await cli(['add', 'field-group', 'team', '--type', 'page', '--fields', fields], { cwd: site });
    expect(read(site, 'components/pages/Team.tsx')).toContain("PageView['fields']");
    const other = await cli(['add', 'field-group', 'year', '--type', 'case-study', '--fields', fields], {
      cwd: site,
    });
    expect(other.code).toBe(0);
    expect(read(site, 'content.config.ts')).toMatch(/fields: \{\n {4}'case-study': \{.*\n {4}page: \{/s);
  });

  it('what cannot be used ends with 2, and nothing is written', async () => {
    const site = await createSite(scratch());
    const before = snapshot(site);
    const refusals: [string[], string][] = [
      [[], 'What is to be added is missing.'],
      [['templat', 'single'], 'There is no kind "templat"; did you mean "template"?'],
      [['template'], 'The name is missing.'],
      [['template', 'singel-project'], 'did you mean "single-project"?'],
      [['template', '../../x'], 'is no name of a template'],
      [['block', 'Hero Split'], 'cannot be the name of a block'],
      [['block', 'hero-split'], 'has a block HeroSplit already'],
      [
        ['field-group', 'book'],
        'The fields of "book" are not known: the sample CMS has no fields of that kind.',
      ],
      [['field-group', 'book', '--fields', 'a:txt'], 'did you mean "text"?'],
      [['field-group', 'book', '--type', 'Über', '--fields', fields], '--type must be'],
      [['template', 'single', 'nowhere'], 'There is no .headless-site/manifest.json'],
      [['template', 'single', '.', 'more'], 'too many arguments'],
    ];
    for (const [args, problem] of refusals) {
      const { code, stderr } = await cli(['add', ...args], { cwd: site });
      expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(problem)]);
    }
    expect(differences(before, snapshot(site))).toEqual([]);
  });

  it('a file in the place of a folder leaves nothing half written', async () => {
    const site = await createSite(scratch());
    rmSync(path.join(site, 'wordpress'), { recursive: true });
    writeFileSync(path.join(site, 'wordpress'), '');
    const before = snapshot(site);
    const { code } = await cli(['add', 'block', 'notice'], { cwd: site });
    expect(code).not.toBe(0);
    expect(differences(before, snapshot(site))).toEqual([]);
  });

  it('a site of an early version has no templates, and is told to upgrade', async () => {
    const site = await createSite(scratch());
    rmSync(path.join(site, 'components/templates/index.ts'));
    const { code, stderr } = await cli(['add', 'template', 'single'], { cwd: site });
    expect([code, stderr]).toEqual([2, expect.stringContaining('npx create-headless-site@latest upgrade')]);
  });

  describe('the schema of WordPress', () => {
    const string = { kind: 'SCALAR', name: 'String' };
    const book = {
      kind: 'OBJECT',
      name: 'Book',
      interfaces: [{ name: 'AcfFieldGroup' }],
      fields: [
        { name: 'subtitle', description: 'Field of the "text" Field Type', type: string },
        { name: 'secret', description: 'Field of the "password" Field Type', type: string },
      ],
    };
    const refused = {
      errors: [{ message: 'GraphQL introspection is not allowed for public requests by default.' }],
    };
    it.each([
      [
        'says the fields',
        { data: { __schema: { types: [book] } } },
        0,
        'Left out, because a starter shows no such fields: secret',
      ],
      ['is refused', refused, 2, 'WordPress shows its schema to nobody.'],
      [
        'has no such group',
        { data: { __schema: { types: [] } } },
        2,
        'the schema of WordPress has no type Book.',
      ],
      ['is no JSON', '<html>', 2, 'WordPress does not answer at'],
    ])('%s', async (_what, answer, expected, text) => {
      const url = await serve((_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      });
      const site = await createSite(scratch(), ['--cms-url', `${url}/graphql`, '--skip-probe']);
      const { code, all } = await cli(['add', 'field-group', 'book'], { cwd: site });
      expect([code, all]).toEqual([expected, expect.stringContaining(text)]);
      if (code === 0) expect(read(site, 'components/posts/Book.tsx')).toContain('fields.subtitle');
    });
  });

  describe('names that WordPress has', () => {
    const string = { kind: 'SCALAR', name: 'String' };
    const group = (name: string) => ({
      kind: 'OBJECT',
      name,
      interfaces: [{ name: 'AcfFieldGroup' }],
      fields: [{ name: 'note', description: 'Field of the "text" Field Type', type: string }],
    });
    const owner = (name: string, groups: Record<string, string>) => ({
      kind: 'OBJECT',
      name,
      fields: Object.entries(groups).map(([field, type]) => ({
        name: field,
        type: { kind: 'OBJECT', name: type },
      })),
    });
    const types = [
      ...['Book', 'Look', 'FAQ'].map(group),
      owner('Post', { book: 'Book', look: 'Look', fAQ: 'FAQ' }),
      owner('Work', { look: 'Look' }),
    ];
    const node = (name: string, graphqlSingleName: string, uri: string | null = null) => ({
      name,
      graphqlSingleName,
      uri,
    });
    const data = {
      __schema: { types },
      contentTypes: { nodes: [node('post', 'post', '/'), node('film', 'film'), node('case_study', 'work')] },
      taxonomies: { nodes: [node('category', 'category'), node('genre', 'genre')] },
    };
    const withWordPress = async () => {
      const url = await serve((_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ data }));
      });
      return createSite(scratch(), ['--cms-url', `${url}/graphql`, '--skip-probe']);
    };

    it('each wrong one is refused with the one that was meant, and nothing is written', async () => {
      const site = await withWordPress();
      const before = snapshot(site);
      const refusals: [string[], string][] = [
        [['field-group', 'bok'], 'no group of fields "bok" to GraphQL; did you mean "book"?'],
        [['field-group', 'look', '--type', 'posts'], 'nowhere on "posts"; did you mean "post"?'],
        [['field-group', 'look', '--type', 'work'], 'nowhere on "work"; did you mean "case_study"?'],
        [
          ['field-group', 'x', '--type', 'films', '--fields', fields],
          '"films" is none, did you mean "film"?',
        ],
        [
          ['field-group', 'x', '--type', 'posts', '--fields', fields],
          '"posts" is none, did you mean "post"?',
        ],
        [['template', 'single-films'], 'did you mean "single-film"?'],
        [['template', 'single-work'], 'did you mean "single-case_study"?'],
        [['template', 'taxonomy-genres'], 'did you mean "taxonomy-genre"?'],
        [['template', 'archive-film'], 'register_post_type() wants "has_archive"'],
      ];
      for (const [args, problem] of refusals) {
        const { code, stderr } = await cli(['add', ...args], { cwd: site });
        expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(problem)]);
      }
      expect(differences(before, snapshot(site))).toEqual([]);
    });

    it('groups of one type are asked for together, whatever their names are', async () => {
      const site = await withWordPress();
      for (const args of [['book'], ['look'], ['faq'], ['look', '--type', 'case_study']]) {
        const { code, all } = await cli(['add', 'field-group', ...args], { cwd: site });
        expect(code, all).toBe(0);
      }
      const content = read(site, 'content.config.ts');
      expect(content.match(/\w+: field\.text\('.*'\)/g)).toEqual([
        "lookNote: field.text('look.note')",
        "fAqNote: field.text('fAQ.note')",
        "lookNote: field.text('look.note')",
        "note: field.text('book.note')",
      ]);
      expect(read(site, 'components/posts/Look.tsx')).toContain('{fields.lookNote}');
    });

    it('without an answer of WordPress any name is taken but a plural, and that is said', async () => {
      const site = await createSite(scratch(), ['--cms-url', 'http://127.0.0.1:9/graphql', '--skip-probe']);
      const { code, all } = await cli(['add', 'template', 'single-films'], { cwd: site });
      expect([code, all]).toEqual([0, expect.stringContaining('WordPress does not answer at')]);
      const plural = ['add', 'field-group', 'book', '--type', 'posts', '--fields', fields];
      expect((await cli(plural, { cwd: site })).code).toBe(2);
    });
  });

  it.skipIf(!pty)('asks at a terminal for what is missing', async () => {
    const site = await createSite(scratch());
    const person = new Person(site, ['add']);
    await person.answers('What is to be added?', `${DOWN}${DOWN}${ENTER}`);
    await person.answers('Its name?', `2nd${ENTER}`);
    await person.answers('cannot be the name of a field group', `\u007f\u007f\u007fbook${ENTER}`);
    await person.answers('Which type of content', `${DOWN}${ENTER}`);
    await person.answers('Its fields, with their kinds?', `${fields}${ENTER}`);
    await person.sees('components/pages/Book.tsx was made.');
    expect(await person.code).toBe(0);
  });

  it('undoes first what an earlier run left half done', async () => {
    const site = await createSite(scratch());
    const backup = path.join(site, '.headless-site/backup');
    mkdirSync(backup);
    const entries = [{ path: 'components/templates/single.tsx' }];
    writeFileSync(
      path.join(backup, 'journal.json'),
      JSON.stringify({ suffix: '.1.tmp', entries, folders: [] }),
    );
    const { code, all } = await cli(['add', 'template', 'single'], { cwd: site });
    expect([code, all]).toEqual([0, expect.stringContaining('An earlier run was interrupted.')]);
  });
});
