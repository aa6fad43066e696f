import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { settled } from '../../src/answers/answers';
import { equivalentCommand } from '../../src/answers/equivalent';
import { questions } from '../../src/answers/questions';
import { formatStrategy, parseStrategy } from '../../src/answers/strategy';
import type { DetectedCms } from '../../src/cms/detect/detected';
import { builtInTypes } from '../../src/runtime/config';
import { cli, createSite, json, read, scratch } from './cli';

const detected = { packageManager: 'npm' };

describe('the question table', () => {
  it('has exactly the flags of the interface', () => {
    expect(questions.flatMap(({ flags }) => flags)).toEqual([
      '--cms-url <url>',
      '--sample',
      '--site-url <url>',
      '--site-name <text>',
      '--site-description <text>',
      '--posts <strategy>',
      '--pages <strategy>',
      '--archives <strategy>',
      '--homepage <strategy>',
      '--custom <type=strategy>',
      '--search <kind>',
      '--search-app-id <id>',
      '--search-api-key <key>',
      '--search-index <name>',
      '--seo <provider>',
      '--contact <delivery>',
      '--image-hosts <hosts>',
      '--preview',
      '--no-preview',
      '--comments',
      '--no-comments',
      '--hosting-analytics [id]',
      '--web-analytics <id>',
      '--error-tracking <dsn>',
      '--package-manager <name>',
      '--runtime <source>',
      '--no-install',
      '--no-git',
    ]);
  });

  it('gives every question a help text and a prompt, and --help shows it', async () => {
    const { stdout } = await cli(['--help'], { cwd: scratch() });
    for (const { flags, help, prompt } of questions) {
      expect(prompt).not.toBe('');
      expect(stdout).toContain(flags[0]);
      expect(stdout).toContain(help);
    }
  });

  it('reads back what it writes, for every recommended answer', () => {
    for (const { recommended, parse, format, flags } of questions) {
      const value = recommended?.(detected);
      if (value !== undefined) expect([flags[0], format(parse(value))]).toEqual([flags[0], value]);
    }
  });
});

describe('strategies', () => {
  it.each([
    ['static', { strategy: 'static', revalidate: false }],
    ['ssr', { strategy: 'ssr', revalidate: false }],
    ['isr:false', { strategy: 'isr', revalidate: false }],
    ['isr:45', { strategy: 'isr', revalidate: 45 }],
  ])('%s', (text, expected) => {
    for (const type of builtInTypes) expect(parseStrategy(text, type)).toEqual(expected);
  });

  it('isr alone takes the interval of its type', () => {
    const seconds = builtInTypes.map((type) => [type, parseStrategy('isr', type).revalidate]);
    expect(Object.fromEntries(seconds)).toEqual({ posts: false, pages: false, archives: 300, homepage: 60 });
    expect(parseStrategy('isr')).toEqual({ strategy: 'isr' });
  });

  it.each(['', 'ISR', 'isr:', 'isr:0', 'isr:-1', 'isr:1.5', 'isr:1s', 'isr:true', 'static:60'])(
    '%j is refused',
    (text) => {
      expect(() => parseStrategy(text, 'posts')).toThrow(/must be/);
    },
  );

  it('is written in its shortest form', () => {
    expect(formatStrategy({ strategy: 'isr', revalidate: 300 }, 'archives')).toBe('isr');
    expect(formatStrategy({ strategy: 'isr', revalidate: true }, 'archives')).toBe('isr:60');
    expect(formatStrategy({ strategy: 'isr', revalidate: false }, 'homepage')).toBe('isr:false');
  });
});

describe('precedence', () => {
  const urlOf = (site: string) => json<{ site: { url: string } }>(site, 'site.config.json').site.url;

  it('is flag, --config, environment, recommended', async () => {
    const cwd = scratch();
    const file = path.join(cwd, 'answers.json');
    writeFileSync(file, JSON.stringify({ site: { url: 'https://file.example' } }));
    const env = { NEXT_PUBLIC_SITE_URL: 'https://env.example' };
    const flag = ['--site-url', 'https://flag.example'];
    expect(urlOf(await createSite(scratch()))).toBe('http://localhost:3000');
    expect(urlOf(await createSite(scratch(), [], env))).toBe('https://env.example');
    expect(urlOf(await createSite(scratch(), ['--config', file], env))).toBe('https://file.example');
    expect(urlOf(await createSite(scratch(), ['--config', file, ...flag], env))).toBe('https://flag.example');
  });

  it('a package manager is detected, and the file goes before it', async () => {
    const env = { npm_config_user_agent: 'pnpm/10.1.0 npm/? node/v20' };
    const args = ['site', '--sample', '--dry-run', '--no-install'];
    const nextOf = async (more: string[]) => read(await createSite(scratch(), more, env), 'README.md');
    expect(await nextOf([])).toContain('pnpm dev');
    const cwd = scratch();
    writeFileSync(path.join(cwd, 'a.json'), '{"cli": {"packageManager": "yarn"}}');
    expect(await nextOf(['--config', path.join(cwd, 'a.json')])).toContain('yarn dev');
    expect((await cli(args, { cwd, env })).code).toBe(0);
  });
});

describe('--config', () => {
  const run = (text: string, ...args: string[]) => {
    return cli(['site', '--config', '-', '--no-git', '--no-install', ...args], {
      cwd: scratch(),
      stdin: text,
    });
  };

  it('gives every answer; what it leaves out takes the default of the schema', async () => {
    const cwd = scratch();
    const text = JSON.stringify({
      wordpress: { graphqlUrl: 'http://127.0.0.1:8787/graphql' },
      rendering: { posts: { strategy: 'ssr' } },
      cli: { install: false, git: false },
    });
    const result = await cli(['site', '--config', '-'], { cwd, stdin: text });
    expect([result.code, result.stderr]).toEqual([0, '']);
    expect(json(path.join(cwd, 'site'), 'site.config.json').rendering).toEqual({
      posts: { strategy: 'ssr', revalidate: false, generateStaticParams: true },
      pages: { strategy: 'static', revalidate: false, generateStaticParams: true },
      archives: { strategy: 'isr', revalidate: 300, generateStaticParams: true },
      homepage: { strategy: 'isr', revalidate: 60, generateStaticParams: false },
    });
  });

  it.each([
    ['{"wordpress": {"graphqlUrl": "x", "revalidateSecret": "s3cr3t-value-of-mine"}}', 'REVALIDATION_SECRET'],
    ['{"features": {"preview": {"enabled": true, "secret": "s3cr3t-value-of-mine"}}}', 'PREVIEW_SECRET'],
    ['{"cli": {"packagemanager": "npm"}}', 'did you mean `packageManager`?'],
    ['{"cli": {"git": "no"}}', 'cli.git: must be true or false'],
    ['{"cli": {"imageHosts": "cdn.example.com"}}', 'cli.imageHosts: must be a list of host names'],
    ['{"cli": {"imageHosts": ["https://cdn.example.com"]}}', 'cli.imageHosts: must be a list of host names'],
    ['[]', 'not a JSON object'],
    ['{"s3cr3t-value-of-mine"', 'not a JSON object'],
  ])('%s ends with 2', async (text, expected) => {
    const { code, stderr, all } = await run(text, '--sample');
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
    expect(all).not.toContain('s3cr3t-value-of-mine');
  });

  it('says every problem at once', async () => {
    const text = '{"rendering": {"post": {}, "pages": {"strategy": "fast"}}, "site": {"url": 5}}';
    const { code, stderr } = await run(text, '--sample');
    expect(code).toBe(2);
    expect(stderr).toContain('rendering.post: unknown key, did you mean `posts`?');
    expect(stderr).toContain('rendering.pages.strategy: must be one of static, isr, ssr');
    expect(stderr).toContain('site.url:');
  });

  it('needs a CMS all the same', async () => {
    const { code, stderr } = await run('{}');
    expect([code, stderr.includes('--cms-url <url> or --sample')]).toEqual([2, true]);
  });
});

describe('the equivalent command', () => {
  it('says that no delivery was chosen where one was recommended', () => {
    const cms = { companion: { installed: true, version: null } } as DetectedCms;
    const question = questions.find(({ key }) => key === 'features.contact');
    expect(question?.recommended?.({ ...detected, cms })).toBe('wordpress');
    const answered = (value: string) =>
      equivalentCommand('site', settled(question?.parse(value) ?? {}), { ...detected, cms });
    expect(answered('auto')).toContain(' --contact auto ');
    expect(answered('wordpress')).toContain(' --contact wordpress ');
    expect(settled(question?.parse('auto') ?? {}).features?.contact).toBeUndefined();
  });

  it('makes the same site', async () => {
    const site = await createSite(scratch(), [
      ...[
        '--site-name',
        'Ann\'s "shop" $5',
        '--posts',
        'isr:45',
        '--homepage',
        'isr:false',
        '--custom',
        'books=ssr',
      ],
      ...['--search', 'none', '--no-preview', '--hosting-analytics=auto', '--seo', 'seo_plugin_a'],
      ...['--contact', 'smtp'],
    ]);
    const answers = json(site, '.headless-site/manifest.json').answers;
    const command = equivalentCommand('site', settled(answers as object), detected);
    const { execFileSync } = await import('node:child_process');
    const words = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
      .split('\0')
      .slice(2, -1);
    const again = await createSite(scratch(), words.slice(1));
    expect(read(again, 'site.config.json')).toBe(read(site, 'site.config.json'));
    expect(json(again, '.headless-site/manifest.json')).toEqual(json(site, '.headless-site/manifest.json'));
  });
});

describe('--print-schema', () => {
  it.each(['', 'regenerate-config', 'doctor', 'connect'])(
    '%s: JSON schemas, and nothing else happens',
    async (name) => {
      const cwd = scratch();
      const args = [...(name ? [name] : []), '--print-schema'];
      const { code, stdout, stderr } = await cli(args, { cwd });
      const schemas = JSON.parse(stdout);
      expect([code, stderr, readdirSync(cwd)]).toEqual([0, '', []]);
      expect(Object.keys(schemas)).toEqual(name ? ['result'] : ['config', 'result']);
      for (const schema of Object.values(schemas))
        expect(() =>
          new Ajv2020({ strict: false, validateFormats: false }).compile(schema as object),
        ).not.toThrow();
    },
  );
  it('a --config file of the published form is taken', async () => {
    const cwd = scratch();
    const { config } = JSON.parse((await cli(['--print-schema'], { cwd })).stdout);
    const answers = {
      wordpress: { graphqlUrl: 'https://example.com/graphql' },
      cli: { install: false, git: false },
    };
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(config);
    expect([validate(answers), validate.errors]).toEqual([true, null]);
    expect(validate({ ...answers, cli: { packageManager: 'make' } })).toBe(false);
    const all = ['site', '--config', '-', '--skip-probe', '--dry-run'];
    expect((await cli(all, { cwd, stdin: JSON.stringify(answers) })).code).toBe(0);
  });
});
