import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '../site/create';
import { programOf } from '../site/support/site-server';
import { variations } from '../support/variations';

/** No system gives this port to anybody. */
const nobody = 'http://127.0.0.1:2/graphql';

/** Errors for an owner when the environment or the CMS is not right: one clear line, and nothing built. */
describe('npm run build with bad input', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await createSite('start-up');
  });
  const build = async (env: Record<string, string>) => {
    const options = {
      cwd: dir,
      env: { NODE_ENV: undefined, ...env },
      reject: false,
      all: true,
      stdin: 'ignore',
    } as const;
    const { exitCode, all } = await execa(process.execPath, [programOf(dir), 'build'], options);
    return {
      exitCode,
      lines: all.split('\n').filter((line) => line && !/^(▲|- |✓|Sample CMS)/.test(line.trim())),
    };
  };

  const missing = (name: string) =>
    [
      `${name} empty`,
      { [name]: '' },
      [`${name} is missing or empty. Set it in .env.local or in the environment of the host.`],
    ] as const;
  /** Each with an environment, or with what stands in content.config.ts. */
  const faults = variations(4, [
    missing('PREVIEW_SECRET'),
    [
      'a CMS that does not answer is named, and the sample CMS never stands in for it',
      { NEXT_PUBLIC_CMS_API_URL: nobody },
      [`Nothing answers at ${nobody}. Check that the web server runs, and the port in the address.`],
    ],
    [
      'content.config.ts with misspelt keys',
      "feilds: { post: { select: 'id' } }, cards: { posts: { serach: [] } }",
      [
        'content.config.ts:8: feilds: unknown. Fix: `fields`',
        'content.config.ts:8: cards.posts: unknown. Fix: `post`',
        'content.config.ts:8: cards.post.serach: unknown. Fix: `search`',
        "content.config.ts:8: cards.post.select: must be GraphQL, as text. Fix: `select: 'book { subtitle }'`, or a .graphql file, imported as `import book from …`",
        'content.config.ts:8: cards.post.search: only `fields` are searched. Fix: put it there',
      ],
    ],
    [
      'content.config.ts with a brace too few in TypeScript',
      'fields: {',
      ["content.config.ts:8: cannot be read: Expected ',', got ')'"],
    ],
    // The texts of these are in spec/environment, unit/custom-fields and unit/content-imports, too.
    ...['NEXT_PUBLIC_CMS_API_URL', 'NEXT_PUBLIC_SITE_URL', 'REVALIDATION_SECRET'].map(missing),
    [
      'an address that is no GraphQL endpoint',
      { NEXT_PUBLIC_CMS_API_URL: 'nope' },
      ['NEXT_PUBLIC_CMS_API_URL must end with /graphql. Set it to the GraphQL endpoint of the CMS.'],
    ],
    [
      'content.config.ts with a brace too few',
      "fields: { post: { select: 'author {' } }",
      ['content.config.ts:8: fields.post.select: `{` is not closed. Fix: `}`'],
    ],
    [
      'content.config.ts with an import that leads to nothing',
      "});\nimport a from './image-host.json';\nexport const b = defineContent({ fields: a",
      ['content.config.ts:9: nothing is at "./image-host.json". Fix: `./image-hosts.json`'],
    ],
  ]);
  test.for(faults)('%s', async ([, given, said]) => {
    const file = path.join(dir, 'content.config.ts');
    const before = readFileSync(file, 'utf8');
    if (typeof given === 'string')
      writeFileSync(file, before.replace('defineContent({})', `defineContent({${given}})`));
    const { exitCode, lines } = await build(typeof given === 'string' ? {} : given);
    writeFileSync(file, before);
    expect([exitCode, lines]).toEqual([1, said]);
  });
  test('the committed files hold no secret', () => {
    const env = readFileSync(path.join(dir, '.env.local'), 'utf8');
    const secrets = [...env.matchAll(/^(?:REVALIDATION|PREVIEW)_SECRET=(.+)$/gm)].map(
      (match) => match[1] ?? '',
    );
    expect(secrets).toHaveLength(2);
    for (const file of ['site.config.json', '.env.example', '.headless-site/manifest.json', 'README.md']) {
      for (const secret of secrets) expect(readFileSync(path.join(dir, file), 'utf8')).not.toContain(secret);
    }
  });
});
