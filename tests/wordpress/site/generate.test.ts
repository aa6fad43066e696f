import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli } from '../../cli/cli';
import { createSite } from '../../site/create';
import { programOf, secrets } from '../../site/support/site-server';
import { startWordPress, type WordPress, whyNoPlugin, whyNoWordPress } from '../server';
import { acfPlugins, activateAcf } from '../server/acf';
import { activatePlugin } from '../server/plugins';

const reason = whyNoWordPress('newest') ?? whyNoPlugin(...acfPlugins);

/** A type beside posts. */
const site = `<?php
/* Plugin Name: Acme */
add_action( 'init', function () {
  register_post_type( 'project', [ 'public' => true, 'has_archive' => true, 'show_in_graphql' => true,
    'supports' => [ 'title', 'editor' ], 'graphql_single_name' => 'project', 'graphql_plural_name' => 'projects' ] );
} );`;

const field = (name: string, type: string, more = '') =>
  `[ 'key' => 'field_${name}', 'name' => '${name}', 'label' => '${name}', 'type' => '${type}', 'show_in_graphql' => 1, 'graphql_field_name' => '${name}', ${more} ]`;

const group = `acf_import_field_group( [ 'key' => 'group_book', 'title' => 'Book', 'show_in_graphql' => 1, 'graphql_field_name' => 'book',
  'graphql_type_name' => 'Book', 'fields' => [ ${[
    field('subtitle', 'text'),
    field('pages', 'number'),
    field('binding', 'select', `'choices' => [ 'soft' => 'Soft', 'hard' => 'Hard' ]`),
    field('cover', 'image'),
    field('related', 'relationship', `'post_type' => [ 'post', 'project' ]`),
  ].join(', ')} ],
  'location' => [ [ [ 'param' => 'post_type', 'operator' => '==', 'value' => 'post' ] ],
    [ [ 'param' => 'post_type', 'operator' => '==', 'value' => 'project' ] ] ] ] );`;

const content = `import { defineContent } from 'headless-site/define';

const content = defineContent({
  fields: {
    post: {
      select: 'book { subtitle pages related { nodes { uri ... on Project { title } } } }',
      read: (field) => ({
        subtitle: field.text('book.subtitle'),
        related: field.list('book.related', (row) => row.text('title')),
      }),
      search: ['book.subtitle'],
    },
    project: { select: 'book { subtitle binding cover { node { sourceUrl } } }' },
  },
});

export default content;

declare module 'headless-site/register' {
  interface Register {
    content: typeof content;
  }
}
`;

const template = `import type { TemplateProps } from 'headless-site/content';

export default function Project({ post }: TemplateProps<'single-project'>) {
  return <p>{post.fields.book?.subtitle?.toUpperCase()}</p>;
}
`;

const answers = `{
      readonly fields: {
        readonly post: {
          readonly book: {
            readonly subtitle: string | null;
            readonly pages: number | null;
            readonly related: {
              readonly nodes: readonly ({
                readonly uri: string | null;
                readonly title?: string | null;
              })[];
            } | null;
          } | null;
        };
        readonly project: {
          readonly book: {
            readonly subtitle: string | null;
            readonly binding: readonly (string | null)[] | null;
            readonly cover: {
              readonly node: {
                readonly sourceUrl: string | null;
              };
            } | null;
          } | null;
        };
      };
    };
  }
}
`;

describe.skipIf(reason)(`generate, with ACF${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  let dir: string;
  const write = (file: string, text: string) => writeFileSync(path.join(dir, file), text);
  const generated = () => readFileSync(path.join(dir, 'content.generated.d.ts'), 'utf8');
  const environment = {
    NEXT_PUBLIC_SITE_URL: 'http://127.0.0.1:3000',
    REVALIDATION_SECRET: secrets.revalidation,
    PREVIEW_SECRET: secrets.preview,
  };
  const generate = async (options: string[] = [], env: Record<string, string> = {}) => {
    const { all, exitCode } = await execa(process.execPath, [programOf(dir), 'generate', ...options], {
      cwd: dir,
      env: { ...environment, NEXT_PUBLIC_CMS_API_URL: `${wordpress.url}/graphql`, ...env },
      reject: false,
      all: true,
    });
    return { said: all, exitCode };
  };
  const doctor = async () => {
    const env = { ...environment, NEXT_PUBLIC_CMS_API_URL: `${wordpress.url}/graphql` };
    const { stdout } = await cli(['doctor', '--json'], { cwd: dir, env });
    const { checks } = JSON.parse(stdout) as {
      checks: { id: string; state: string; text: string; fix?: string }[];
    };
    return checks.find(({ id }) => id === 'fields');
  };
  const typecheck = async () => {
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    const { stdout } = await execa(process.execPath, [tsc, '--noEmit'], { cwd: dir, reject: false });
    return stdout;
  };
  const rename = (name: string) =>
    wordpress.php(`$field = acf_get_field( 'field_subtitle' );
      acf_update_field( [ 'name' => '${name}', 'graphql_field_name' => '${name}' ] + $field );`);

  beforeAll(async () => {
    wordpress = await startWordPress({
      version: 'newest',
      content: 'empty',
      companion: true,
      plugins: acfPlugins,
    });
    await activatePlugin(wordpress, 'acme.php', site);
    await activateAcf(wordpress);
    await wordpress.php(`${group}
      update_option( 'companion_secrets', [ 'revalidationSecret' => '${secrets.revalidation}', 'previewSecret' => '${secrets.preview}' ] );`);
    dir = await createSite('generate', '--cms-url', wordpress.url);
    // The program as npm installs it.
    const programs = path.join(dir, 'node_modules/.bin');
    mkdirSync(programs, { recursive: true });
    const program = `#!/bin/sh\nexec "${process.execPath}" "${programOf(dir)}" "$@"\n`;
    writeFileSync(path.join(programs, 'headless-site'), program, { mode: 0o755 });
  });
  afterAll(() => wordpress?.stop());

  test('needs nothing while nothing is selected', async () => {
    expect(await generate(['--check'])).toEqual({
      exitCode: 0,
      said: 'content.config.ts selects no fields: no types are needed.',
    });
  });
  test('types each answer exactly, from a schema that WordPress shows to nobody else', async () => {
    write('content.config.ts', content);
    write('components/templates/single-project.tsx', template);
    expect(await generate()).toEqual({ exitCode: 0, said: 'content.generated.d.ts is written.' });
    expect(generated().split('answers: ')[1]).toBe(answers);
    expect(await typecheck()).toBe('');
    expect(await generate(['--check'])).toEqual({
      exitCode: 0,
      said: 'content.generated.d.ts is up to date.',
    });
  });
  test('a field that ACF calls otherwise fails the check and the type check, where it is read', async () => {
    await rename('heading');
    const line = (file: string, text: string) =>
      readFileSync(path.join(dir, file), 'utf8')
        .split('\n')
        .findIndex((found) => found.includes(text)) + 1;
    const missing = (text: string, type: string) =>
      `content.config.ts:${line('content.config.ts', text)}: fields.${type}: WordPress cannot answer "book.subtitle": Cannot query field "subtitle" on type "Book".`;
    const before = generated();
    const { said, exitCode } = await generate(['--check']);
    expect(exitCode).toBe(1);
    expect(said).toContain(missing("select: 'book { subtitle pages", 'post'));
    expect(said).toContain(missing("select: 'book { subtitle binding", 'project'));
    expect(said).toContain('Fix: one of `binding`, `cover`, `heading`, `pages`, `related`; in ACF');
    expect(said).not.toContain('out of date');
    expect(generated()).toBe(before);
    const found = await doctor();
    expect([found?.state, found?.text]).toEqual([
      'fault',
      `${missing("select: 'book { subtitle pages", 'post')} Others like it: 1.`,
    ]);
    expect(found?.fix).toMatch(/^one of `binding`, .*in ACF/);
    expect((await generate()).exitCode).toBe(1);
    const errors = (await typecheck()).split('\n').filter((found) => found.includes('error'));
    expect(errors.map((error) => error.replace(/,\d+\).*/s, ''))).toEqual([
      `components/templates/single-project.tsx(${line('components/templates/single-project.tsx', 'subtitle')}`,
      `content.config.ts(${line('content.config.ts', 'field.text')}`,
      `content.config.ts(${line('content.config.ts', 'search:')}`,
    ]);
    await rename('subtitle');
    expect((await generate()).exitCode).toBe(0);
    expect((await doctor())?.state).toBe('ok');
    expect(await typecheck()).toBe('');
  });
  test('fragments in a .graphql file are read, and what WordPress does not have is named with its file and line', async () => {
    mkdirSync(path.join(dir, 'queries'), { recursive: true });
    const file = (more: string) =>
      `# Of a post.\nfragment Book on Post {\n  book { ...Inside }\n}\nfragment Inside on Book {\n  subtitle${more}\n  pages\n  related { nodes { uri ... on Project { title } } }\n}\n`;
    const imported = content
      .replace("'book { subtitle pages related { nodes { uri ... on Project { title } } } }'", 'book')
      .replace('import ', "import book from './queries/book.graphql';\nimport ");
    write('content.config.ts', imported);
    write('queries/book.graphql', file(''));
    expect(await generate()).toEqual({ exitCode: 0, said: 'content.generated.d.ts is up to date.' });
    expect(await typecheck()).toBe('');
    write('queries/book.graphql', file('\n  colour'));
    const { said, exitCode } = await generate(['--check']);
    expect(exitCode).toBe(1);
    expect(said).toContain(
      'queries/book.graphql:7: fields.post: WordPress cannot answer "book.colour": Cannot query field "colour" on type "Book".',
    );
    write('queries/book.graphql', file('\n  !'));
    expect((await generate(['--check'])).said).toContain(
      'queries/book.graphql:7: fields.post.select: is not valid GraphQL',
    );
    write('queries/book.graphql', file(''));
    write('content.config.ts', imported.replace('./queries/', '@/queries/'));
    expect(await generate(['--check'])).toEqual({
      exitCode: 0,
      said: 'content.generated.d.ts is up to date.',
    });
    write('content.config.ts', imported.replace('./queries/book', './queries/bok'));
    expect(await generate(['--check'])).toEqual({
      exitCode: 1,
      said: 'content.config.ts:1: nothing is at "./queries/bok.graphql". Fix: `./queries/book.graphql`',
    });
    write('content.config.ts', content);
  });
  test('who does not know the secrets gets no schema, and is told what to do', async () => {
    const stranger = { PREVIEW_SECRET: 'p'.repeat(20), REVALIDATION_SECRET: 'r'.repeat(20) };
    expect(await generate([], stranger)).toEqual({
      exitCode: 1,
      said: 'WordPress shows its schema to nobody, because the secrets of this site are not those of WordPress. Fix: npx create-headless-site connect',
    });
    const { stdout } = await execa('curl', [
      ...['-s', '-H', 'Content-Type: application/json', `${wordpress.url}/graphql`],
      ...[
        '-d',
        JSON.stringify({ query: '{ companionSchema(proof: "1.a.b") __type(name: "Post") { name } }' }),
      ],
    ]);
    expect(stdout).not.toContain('type Post');
  });
  test('without the companion it takes what WordPress shows to everybody, and otherwise names both ways', async () => {
    await wordpress.php(`deactivate_plugins( 'headless-site-companion/headless-site-companion.php' );`);
    const closed = await generate(['--check']);
    expect(closed.exitCode).toBe(1);
    expect(closed.said).toContain('Fix: install the companion plugin of this site');
    await wordpress.php(
      `update_option( 'graphql_general_settings', [ 'public_introspection_enabled' => 'on' ] + (array) get_option( 'graphql_general_settings', [] ) );`,
    );
    expect(await generate(['--check'])).toEqual({
      exitCode: 0,
      said: 'content.generated.d.ts is up to date.',
    });
  });
  test('`add field-group` leaves the types as they must be', async () => {
    const type = ['--type', 'project'];
    const env = { ...environment, NEXT_PUBLIC_CMS_API_URL: `${wordpress.url}/graphql` };
    write('content.config.ts', content.replace(/^ {4}project:.*\n/m, ''));
    expect((await generate()).exitCode).toBe(0);
    const added = await cli(['add', 'field-group', 'book', ...type], { cwd: dir, env });
    expect([added.code, added.all]).toEqual([
      0,
      expect.stringContaining('content.generated.d.ts has its types.'),
    ]);
    expect(await generate(['--check'])).toEqual({
      exitCode: 0,
      said: 'content.generated.d.ts is up to date.',
    });
    write('content.config.ts', content);
  });
  test('an unknown option is refused; where nothing is selected any more, the file goes', async () => {
    expect(await generate(['--chekc'])).toEqual({
      exitCode: 1,
      said: 'headless-site generate does not know --chekc. Fix: --check, or no option',
    });
    write('content.config.ts', content.replace(/fields: \{.*?\n {2}\},\n/s, ''));
    expect((await generate(['--check'])).exitCode).toBe(1);
    expect((await generate()).said).toBe(
      'content.generated.d.ts is removed: content.config.ts selects no fields.',
    );
    expect(existsSync(path.join(dir, 'content.generated.d.ts'))).toBe(false);
  });
});
