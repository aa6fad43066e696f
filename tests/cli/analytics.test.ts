import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, createSite, edit, json, read, scratch, snapshot } from './cli';
import { ENTER, Person, pty } from './person';

/** IDs that people paste by mistake, and the word of the refusal that leads them to the right one. */
const wrongIds: [name: string, id: string, said: RegExp][] = [
  ['a container of Tag Manager', 'GTM-ABC1234', /Google Tag Manager/],
  ['a property of Universal Analytics', 'UA-12345-6', /Universal Analytics/],
  ['Google Ads', 'AW-123456789', /Google Ads/],
  ['letters in the wrong case', 'g-abc1234567', /capital letters/],
  ['the number of a property', '123456789', /G-ABC1234567/],
  ['a whole script', '<script src="https://www.googletagmanager.com/gtag/js?id=G-ABC1234567">', /G-ABC1/],
];
const wrongDsns = [
  'nonsense',
  'https://sentry.io/organizations/acme/',
  'https://key@o1.ingest.sentry.io/',
  'https://key@o1.ingest.sentry.io/my-project',
  'https://key@o1.ingest.sentry.io/42?x=1',
];
const right = { id: 'G-ABC1234567', dsn: 'https://key@o1.ingest.de.sentry.io/42' };
const analyticsIn = (site: string) =>
  json<{ features: { analytics: Record<string, unknown> } }>(site, 'site.config.json').features.analytics;
const create = (args: string[], env = {}) =>
  cli(['site', '--sample', '--yes', '--no-install', '--no-git', ...args], { cwd: scratch(), env });

describe('an id that its provider would not know', () => {
  it.each(wrongIds)('%s is refused by flag, environment and file', async (_name, id, said) => {
    const config = path.join(scratch(), 'answers.json');
    writeFileSync(config, JSON.stringify({ features: { analytics: { web_analytics: id } } }));
    const runs = {
      '--web-analytics': await create(['--web-analytics', id]),
      NEXT_PUBLIC_WEB_ANALYTICS_ID: await create([], { NEXT_PUBLIC_WEB_ANALYTICS_ID: id }),
      'features.analytics.web_analytics': await create(['--config', config]),
    };
    for (const [source, { code, stderr }] of Object.entries(runs)) {
      expect([source, code]).toEqual([source, 2]);
      expect(stderr).toContain(source);
      expect(stderr).toMatch(said);
      expect(stderr).toContain('G-ABC1234567');
    }
  });

  it.each(wrongDsns)('the DSN %s is refused by flag, environment and file', async (dsn) => {
    const config = path.join(scratch(), 'answers.json');
    writeFileSync(config, JSON.stringify({ features: { analytics: { error_tracking: dsn } } }));
    const runs = {
      '--error-tracking': await create(['--error-tracking', dsn]),
      NEXT_PUBLIC_ERROR_TRACKING_DSN: await create([], { NEXT_PUBLIC_ERROR_TRACKING_DSN: dsn }),
      'features.analytics.error_tracking': await create(['--config', config]),
    };
    for (const [source, { code, stderr }] of Object.entries(runs)) {
      expect([source, code]).toEqual([source, 2]);
      expect(stderr).toContain(source);
      expect(stderr).toContain('https://<key>@<host>/<project number>');
    }
  });

  it('is taken where it is right, with spaces around it, and empty means none', async () => {
    const args = ['--web-analytics', ` ${right.id} `, '--error-tracking', right.dsn];
    const site = await createSite(scratch(), ['--sample', ...args]);
    expect(analyticsIn(site)).toEqual({ hosting: false, web_analytics: right.id, error_tracking: right.dsn });
    const none = ['regenerate-config', '--web-analytics', '', '--error-tracking', ''];
    const { code, all } = await cli(none, { cwd: site });
    expect([code, analyticsIn(site)]).toEqual([0, { hosting: false }]);
    // Answers that are dropped are reported.
    expect(all).toContain(`features.analytics.web_analytics: ${right.id}`);
    expect(all).toContain(`features.analytics.error_tracking: ${right.dsn}`);
  });

  it('is refused by regenerate-config, from a flag and from site.config.json, and nothing is written', async () => {
    const site = await createSite(scratch(), ['--sample', '--web-analytics', right.id]);
    const flagged = await cli(['regenerate-config', '--web-analytics', 'UA-12345-6'], { cwd: site });
    expect([flagged.code, flagged.stderr]).toEqual([2, expect.stringContaining('Universal Analytics')]);
    edit(site, 'site.config.json', right.id, 'GTM-ABC1234');
    const before = snapshot(site);
    for (const mode of [[], ['--check'], ['--dry-run'], ['--site-name', 'Other']]) {
      const { code, stderr } = await cli(['regenerate-config', ...mode], { cwd: site });
      expect([mode, code]).toEqual([mode, 2]);
      expect(stderr).toMatch(/features\.analytics\.web_analytics: .*Google Tag Manager/);
      expect(stderr).toContain('site.config.json');
    }
    expect(snapshot(site)).toEqual(before);
    // The right one mends it.
    const mended = await cli(['regenerate-config', '--web-analytics', 'G-NEW1234567'], { cwd: site });
    expect([mended.code, analyticsIn(site).web_analytics]).toEqual([0, 'G-NEW1234567']);
  });

  it.skipIf(!pty)('is refused at the prompt, also one that stood there before', async () => {
    const site = await createSite(scratch(), ['--sample']);
    edit(site, 'site.config.json', '"hosting": false', '"hosting": false, "web_analytics": "UA-12345-6"');
    const person = new Person(site, ['regenerate-config']);
    await person.answers('Which answers?', `\u001b[B${ENTER}`);
    for (const prompt of ['Address of your WordPress', 'Public address', 'Site name', 'Description'])
      await person.answers(prompt, ENTER);
    for (const type of ['posts', 'pages', 'archives', 'homepage'])
      await person.answers(type === 'homepage' ? 'homepage rendered' : `are ${type} rendered`, ENTER);
    for (const prompt of [
      'Custom content types',
      'Which search?',
      'Which SEO',
      'contact form',
      'Preview of drafts',
      'Comments below',
      'Vercel',
    ])
      await person.answers(prompt, ENTER);
    await person.answers('Google Analytics', ENTER);
    await person.answers('Universal Analytics', `\u0015GTM-ABC1234${ENTER}`);
    await person.answers('Google Tag Manager', `\u0015${right.id}${ENTER}`);
    await person.answers('Sentry DSN', `https://key@host/project${ENTER}`);
    await person.answers('project number', `\u0015${right.dsn}${ENTER}`);
    expect(await person.code).toBe(0);
    expect(analyticsIn(site)).toMatchObject({ web_analytics: right.id, error_tracking: right.dsn });
  });
});

describe('doctor', () => {
  const analytics = async (cwd: string) => {
    const { stdout } = await cli(['doctor', '--json'], { cwd });
    const { checks } = JSON.parse(stdout) as { checks: { id: string; state: string; text: string }[] };
    return checks.find(({ id }) => id === 'analytics');
  };

  it('says what is configured, by the answers and by the environment of the site', async () => {
    const site = await createSite(scratch(), ['--sample']);
    expect(await analytics(site)).toMatchObject({ state: 'ok', text: 'None is configured.' });
    const flags = ['--web-analytics', right.id, '--error-tracking', right.dsn, '--hosting-analytics'];
    expect((await cli(['regenerate-config', ...flags], { cwd: site })).code).toBe(0);
    expect(await analytics(site)).toMatchObject({
      state: 'ok',
      text: `Vercel Analytics; Google Analytics, ${right.id}; Sentry at https://o1.ingest.de.sentry.io.`,
    });
    writeFileSync(
      path.join(site, '.env.local'),
      `${read(site, '.env.local')}\nNEXT_PUBLIC_WEB_ANALYTICS_ID=GTM-ABC1234\n`,
    );
    expect(await analytics(site)).toMatchObject({
      state: 'fault',
      text: expect.stringMatching(/^NEXT_PUBLIC_WEB_ANALYTICS_ID .*Google Tag Manager/),
    });
  });

  it('finds an id of the answers that does nothing, and says how to mend it', async () => {
    const site = await createSite(scratch(), ['--sample', '--web-analytics', right.id]);
    edit(site, 'site.config.json', right.id, 'UA-12345-6');
    expect(await analytics(site)).toMatchObject({
      state: 'fault',
      text: expect.stringMatching(/^features\.analytics\.web_analytics .*Universal Analytics/),
      fix: expect.stringContaining('regenerate-config --web-analytics'),
    });
  });
});
