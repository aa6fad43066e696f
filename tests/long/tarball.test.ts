import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherVersion } from '../cli/other-version';
import { ENTER, Person, pty } from '../cli/person';
import { managerProgram, nodeProgram, type Program } from './programs';
import { completedRegistry } from './registry';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version, dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(path.join(os.tmpdir(), 'create-headless-site-'));
let name = '';
let tarball = '';
let upstream = '';

beforeAll(async () => {
  const { stdout } = await execa('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
  name = stdout.trim().split('\n').at(-1) ?? '';
  tarball = path.join(folder, name);
  upstream = (await execa('npm', ['config', 'get', 'registry'], { cwd: folder })).stdout.trim();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Place {
  cwd: string;
  env: Record<string, string | undefined>;
}

/** An empty folder with an empty home. Programs that are given go before those of the machine. */
function place(title: string, ...programs: readonly Program[]): Place {
  const own = path.join(folder, title.replaceAll(' ', '-'));
  const cwd = path.join(own, 'work');
  mkdirSync(cwd, { recursive: true });
  copyFileSync(tarball, path.join(cwd, name));
  const kept = Object.entries(process.env).filter(
    ([key]) => !/^(npm_|XDG_|VITEST|NODE_ENV$|NODE_OPTIONS$|CI$)/i.test(key),
  );
  const home = path.join(own, 'home');
  mkdirSync(home);
  const env = {
    ...Object.fromEntries(kept),
    HOME: home,
    PATH: [...programs.map(({ bin }) => bin), process.env.PATH].join(path.delimiter),
    NEXT_TELEMETRY_DISABLED: '1',
    npm_config_registry: upstream,
    npm_config_update_notifier: 'false',
    // So that the first commit is made, and shows what the .gitignore leaves.
    ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' },
    ...{ GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
  };
  return { cwd, env };
}

function run({ cwd, env }: Place, program: string, args: readonly string[], more = {}) {
  return execa(program, args, {
    ...{ cwd, env: { ...env, ...more }, extendEnv: false, all: true, reject: false, stdin: 'ignore' },
  });
}

async function passes(...args: Parameters<typeof run>): Promise<string> {
  const { exitCode, all, shortMessage = '' } = await run(...args);
  expect(exitCode, `${shortMessage}\n${all}`).toBe(0);
  return all ?? '';
}

/** A version after this one, whose runtime takes `<cite>` out of what WordPress wrote. */
const next = () =>
  otherVersion(folder, {
    version: '99.0.0',
    template: (files) => {
      files['components/New.tsx'] = 'export const isNew = true;\n';
    },
    runtime: (to) => {
      const rules = path.join(to, 'dist/content/html/rules.js');
      const text = readFileSync(rules, 'utf8');
      expect(text).toContain('caption cite code');
      writeFileSync(rules, text.replace('caption cite code', 'caption code'));
    },
  });

/** An owner's upgrade to a new version, until a page shows what it brings. */
async function upgraded(site: Place, manager: string): Promise<void> {
  const bin = path.join(
    existsSync(path.join(folder, '99.0.0')) ? path.join(folder, '99.0.0') : next(),
    'bin',
  );
  const page = path.join(site.cwd, '.next/server/app/the-year-of-the-cork-oak.html');
  expect(readFileSync(page, 'utf8')).toContain('<cite>');
  expect(await passes(site, 'node', [path.join(bin, 'create-headless-site.js'), 'upgrade'])).toContain(
    'News of 99.0.0',
  );
  await passes(site, manager, ['install']);
  for (const script of ['build', 'typecheck', 'test']) await passes(site, manager, ['run', script]);
  expect(readFileSync(page, 'utf8')).not.toContain('<cite>');
  expect(existsSync(path.join(site.cwd, 'components/New.tsx'))).toBe(true);
}

/** npx would try to run a path that is absolute or further away as a program. */
const npx = (at: Place, ...args: readonly string[]) => {
  const near = existsSync(path.join(at.cwd, name)) ? '.' : '..';
  return run(at, 'npx', ['--yes', `${near}/${name}`, ...args]);
};

/** The user's first steps: the packed tarball through npx, in an empty folder with an empty home. */
describe('npm pack, then npx <tarball> my-site --yes', () => {
  let at: Place;
  let site: Place;
  beforeAll(async () => {
    at = place('npx');
    site = { ...at, cwd: path.join(at.cwd, 'my-site') };
    const { exitCode, all } = await npx(at, 'my-site', '--yes');
    expect(exitCode, all).toBe(0);
  });

  test('the tarball is small and brings no packages', () => {
    expect(statSync(tarball).size).toBeLessThan(2 * 1024 * 1024);
    expect(dependencies).toBeUndefined();
  });
  test('nothing but the site was made', () => {
    expect(readdirSync(at.cwd)).toEqual([name, 'my-site']);
  });
  test('secrets are in files that only the owner reads and git ignores', async () => {
    for (const file of ['.env.local', 'wordpress/companion-settings.json']) {
      expect(statSync(path.join(site.cwd, file)).mode & 0o777).toBe(0o600);
      await execa('git', ['check-ignore', file], { cwd: site.cwd });
    }
  });
  test.each(['build', 'lint', 'typecheck', 'test'])('npm run %s passes', async (script) => {
    await passes(site, 'npm', ['run', script]);
  });
});

/** Each Node that is promised, with the npm that it came with. */
const nodes = {
  // The oldest one of all.
  '20.12': await nodeProgram('20.12.2', '10.5.0'),
  22: await nodeProgram('22', '10'),
  24: await nodeProgram('24', '11'),
};

/** `title`, and where the program cannot be had why the test is skipped. */
function describeWith(title: string, programs: readonly Program[], tests: () => void): void {
  const lacking = programs.map((program) => program.lacking).find((why) => why !== null);
  describe.skipIf(lacking)(lacking ? `${title} (${lacking})` : title, tests);
}

describeWith('a site whose packages the oldest Node installed', [nodes['20.12']], () => {
  let site: string;
  const on = (node: Program, title: string): Place => ({ ...place(title, node), cwd: site });
  beforeAll(async () => {
    const at = place('oldest', nodes['20.12']);
    site = path.join(at.cwd, 'my-site');
    expect((await npx(at, 'my-site', '--yes', '--no-install')).exitCode).toBe(0);
    // Not a package may want a newer Node.
    await passes({ ...at, cwd: site }, 'npm', ['install'], { npm_config_engine_strict: 'true' });
  });

  test.each(['build', 'lint', 'typecheck', 'test'])('npm run %s passes there', async (script) => {
    await passes(on(nodes['20.12'], `oldest ${script}`), 'npm', ['run', script]);
  });
  test('is upgraded there, installed, built and tested', async () => {
    await upgraded(on(nodes['20.12'], 'oldest upgrade'), 'npm');
  });
  for (const node of [nodes[22], nodes[24]]) {
    test.skipIf(node.lacking)(`npm run build passes on ${node.name} ${node.lacking ?? ''}`, async () => {
      await passes(on(node, `${node.name} build`), 'npm', ['run', 'build']);
    });
  }
});

for (const node of Object.values(nodes)) {
  describeWith(`the tarball on ${node.name}`, [node], () => {
    let at: Place;
    beforeAll(() => {
      at = place(node.name, node);
    });

    test('is started by that Node', async () => {
      expect(await passes(at, 'node', ['--version'])).toMatch(`v${node.name.slice(5)}`);
    });
    test('says its version and its flags', async () => {
      expect((await npx(at, '--version')).stdout.trim()).toBe(version);
      const help = await npx(at, '--help');
      expect([help.exitCode, help.stdout]).toEqual([
        0,
        expect.stringContaining('Usage: create-headless-site'),
      ]);
    });
    test('makes a site, finds it up to date, and looks at it', async () => {
      const { exitCode, all } = await npx(at, 'my-site', '--yes', '--no-install');
      expect(exitCode, all).toBe(0);
      const site = { ...at, cwd: path.join(at.cwd, 'my-site') };
      const check = await npx(site, 'regenerate-config', '--check');
      expect(check.exitCode, check.all).toBe(0);
      // Nothing listens on port 1.
      const doctor = await npx(site, 'doctor', '--json', '--url', 'http://127.0.0.1:1');
      const { checks } = JSON.parse(doctor.stdout) as { checks: { id: string; state: string }[] };
      expect(checks.filter(({ state }) => state === 'fault').map(({ id }) => id)).toEqual(['site']);
      expect(doctor.exitCode).toBe(1);
    });
    test.skipIf(!pty)('asks at a terminal (needs @lydell/node-pty)', async () => {
      const args = ['--yes', `./${name}`, '--no-install', '--no-git'];
      const person = new Person(at.cwd, args, at.env, 120, path.join(node.bin, 'npx'));
      await person.answers('Where should the site go?', `asked${ENTER}`);
      await person.answers('Where does the content come from?', ENTER);
      await person.answers('Public address of the new site', ENTER);
      await person.answers('Site name', ENTER);
      await person.answers('Take the recommended answers', ENTER);
      await person.sees('npx create-headless-site asked --sample --no-install --no-git --yes');
      expect(await person.code).toBe(0);
      expect(existsSync(path.join(at.cwd, 'asked/package.json'))).toBe(true);
    });
  });
}

interface Manager {
  program: Program;
  node: Program;
  /** Its command, and the programs that a text for its users may name. */
  words: readonly [command: string, ...more: string[]];
  lock: string;
  /** Starts the tarball as its users start a package that they have not installed. */
  start: (at: Place) => Promise<string>;
  /** Beside building, linting and checking types. */
  runsTests?: boolean;
}

const file = () => `file:${tarball}`;
const pnpm = {
  words: ['pnpm'],
  lock: 'pnpm-lock.yaml',
  start: (at: Place) => passes(at, 'pnpm', ['dlx', file(), 'my-site', '--yes']),
} as const;
// Yarn 1 has no dlx, so users of Yarn are told npx.
const yarn = { words: ['yarn', 'npx'], lock: 'yarn.lock' } as const;
const managers: readonly Manager[] = [
  { program: await managerProgram('pnpm 9', 'pnpm@9'), node: nodes['20.12'], ...pnpm },
  // Installs packages as links, as pnpm alone does, and runs no scripts of theirs unasked.
  { program: await managerProgram('pnpm 12', 'pnpm@12'), node: nodes[24], ...pnpm, runsTests: true },
  {
    program: await managerProgram('Yarn 1', 'yarn@1'),
    node: nodes['20.12'],
    ...yarn,
    start: async (at) => {
      // Not `yarn global`: for root that is outside of the home.
      const tool = path.join(at.cwd, '../tool');
      mkdirSync(tool);
      await passes({ ...at, cwd: tool }, 'yarn', ['add', file()]);
      const args = ['my-site', '--yes', '--package-manager', 'yarn'];
      return passes(at, path.join(tool, 'node_modules/.bin/create-headless-site'), args);
    },
  },
  {
    program: await managerProgram('Yarn 4', '@yarnpkg/cli-dist@4'),
    node: nodes[22],
    ...yarn,
    start: (at) => {
      const dlx = ['dlx', '--quiet', '--package', `create-headless-site@${file()}`];
      return passes(at, 'yarn', [...dlx, 'create-headless-site', 'my-site', '--yes']);
    },
  },
  {
    program: await managerProgram('bun', 'bun@1'),
    node: nodes[24],
    words: ['bun', 'bunx'],
    lock: 'bun.lock',
    start: (at) => passes(at, 'bunx', ['--package', file(), 'create-headless-site', 'my-site', '--yes']),
  },
];

function forYarn({ name }: Program, { cwd }: Place, registry: string) {
  return {
    npm_config_registry: registry,
    YARN_REGISTRY: registry,
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    // For root Yarn 1 has one outside of the home, and knows a tarball by its name.
    ...(name === 'Yarn 1' ? { YARN_CACHE_FOLDER: path.join(cwd, '../cache') } : {}),
  };
}

for (const { program, node, words, lock, start, runsTests } of managers) {
  describeWith(`the tarball with ${program.name} on ${node.name}`, [program, node], () => {
    const [command] = words;
    let site: Place;
    let said: string;
    let registry: Awaited<ReturnType<typeof completedRegistry>>;
    afterAll(() => registry?.close());
    beforeAll(async () => {
      registry = await completedRegistry(upstream);
      const at = place(program.name, program, node);
      if (command === 'yarn') Object.assign(at.env, forYarn(program, at, registry.url));
      site = { ...at, cwd: path.join(at.cwd, 'my-site') };
      said = await start(at);
    });

    test('installs the packages, and commits its lock file', async () => {
      expect(said).toContain(`Installing the packages with ${command} …`);
      const made = [
        'package-lock.json',
        'pnpm-lock.yaml',
        'yarn.lock',
        'bun.lock',
        'node_modules',
        '.pnp*',
        '.yarn*',
      ];
      const committed = await passes(site, 'git', ['ls-files', '--', ...made]);
      const settings = { pnpm: [], yarn: ['.yarnrc.yml'], bun: [] }[command as string] ?? [];
      expect(committed.split('\n')).toEqual([...settings, lock]);
    });
    test('names no other package manager', () => {
      const texts = ['README.md', 'AGENTS.md', 'wordpress/README.md'].map((name) =>
        readFileSync(path.join(site.cwd, name), 'utf8'),
      );
      const ours = said.slice(said.indexOf('✔ Wrote'));
      const named = [ours, ...texts].join('\n').match(/\b(npm|npx|pnpm|yarn|bunx?)\b/g) ?? [];
      expect(named.filter((word) => !words.includes(word))).toEqual([]);
      expect(ours).toContain(`  ${command} ${command === 'bun' ? 'run ' : ''}dev`);
    });
    test.each(['build', 'lint', 'typecheck', ...(runsTests ? ['test'] : [])])(
      'run %s passes',
      async (script) => {
        await passes(site, command, ['run', script]);
      },
    );
    test('leaves nothing behind that git would take up', async () => {
      expect(await passes(site, 'git', ['status', '--porcelain'])).toBe('');
    });
    test('is upgraded, installed, built and tested', async () => {
      await upgraded(site, command);
    });
  });
}

const { vite } = JSON.parse(
  readFileSync(path.join(root, 'templates/site/package.json'), 'utf8'),
).devDependencies;
const npm: Pick<Manager, 'program' | 'node' | 'words' | 'lock'> = {
  ...{ program: nodes[24], node: nodes[24], words: ['npm'], lock: 'package-lock.json' },
};
const adders = [
  npm,
  ...managers,
  { program: await managerProgram('pnpm 10.4', 'pnpm@10.4'), node: nodes[24], ...pnpm },
  { program: await managerProgram('pnpm 10', 'pnpm@10'), node: nodes[24], ...pnpm },
  { program: await managerProgram('pnpm 11', 'pnpm@11'), node: nodes[24], ...pnpm },
];

for (const { program, node, words, lock } of adders) {
  const [command] = words;
  const libraryOf = { 'Yarn 4': ['lib@workspace:*'], bun: ['lib@workspace:*'] }[program.name] ?? [
    'lib@1.0.0',
  ];
  const library = command === 'pnpm' ? ['lib', '--workspace'] : libraryOf;
  /** Files above the site. The root of a workspace has what the tool says that it needs. */
  const above = (kind: string): Record<string, string> => {
    if (kind === 'by itself') return {};
    const globs = JSON.stringify(kind === 'in a workspace' ? ['apps/*', 'packages/*'] : ['packages/*']);
    const library = { 'packages/lib/package.json': '{"name": "lib", "version": "1.0.0"}' };
    if (command === 'pnpm')
      return {
        ...library,
        'package.json': '{}',
        'pnpm-workspace.yaml': `packages: ${globs}\nallowBuilds: { esbuild: false }\n`,
      };
    const manifest = `{"private": true, "workspaces": ${globs}, "resolutions": {"vite": "${vite}"}}`;
    return {
      ...library,
      'package.json': command === 'yarn' ? manifest : `{"workspaces": ${globs}}`,
      ...(command === 'yarn' ? { 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: node-modules\n' } : {}),
    };
  };

  describeWith(`a package is added with ${program.name}`, [program, node], () => {
    let registry: Awaited<ReturnType<typeof completedRegistry>>;
    beforeAll(async () => {
      registry = await completedRegistry(upstream);
    });
    afterAll(() => registry?.close());

    test.each(['by itself', 'in a workspace', 'below a project that does not list it'])(
      'to a site %s',
      async (kind) => {
        const at = place(`${program.name} ${kind}`, program, node);
        if (command === 'yarn') Object.assign(at.env, forYarn(program, at, registry.url));
        for (const [name, text] of Object.entries(above(kind))) {
          mkdirSync(path.dirname(path.join(at.cwd, name)), { recursive: true });
          writeFileSync(path.join(at.cwd, name), text);
        }
        const tool = path.join(root, 'bin/create-headless-site.js');
        const args = ['apps/site', '--yes', '--no-git', '--package-manager', command];
        expect(await passes(at, 'node', [tool, ...args])).not.toContain('Add to ');
        const site = { ...at, cwd: path.join(at.cwd, 'apps/site') };
        await passes(site, command, ['add', 'is-odd']);
        await passes(site, command, ['add', '-D', 'is-even']);
        if (kind === 'in a workspace') await passes(site, command, ['add', ...library]);
        const isMember = kind === 'in a workspace';
        expect(existsSync(path.join((isMember ? at : site).cwd, lock))).toBe(true);
        expect(existsSync(path.join(site.cwd, lock))).toBe(!isMember);
        const found = `for (const name of ['is-odd', 'is-even', 'next/dist/bin/next'${isMember ? ", 'lib/package.json'" : ''}]) require.resolve(name)`;
        await passes(site, 'node', ['--eval', found]);
        await passes(site, command, ['run', 'typecheck']);
        await passes(site, 'node', [tool, 'regenerate-config', '--check']);
        // Each has packages of its own, 700 MB of them.
        rmSync(path.dirname(at.cwd), { recursive: true });
      },
    );
  });
}
