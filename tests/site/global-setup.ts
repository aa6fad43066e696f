import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';
import { startMailDouble } from '../../templates/site/tests/support/mail-double.mjs';
import { serveSite } from '../../templates/site/tests/support/site-server';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A site that the CLI made, below this repository, so that it shares its packages. Built and served once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `vitest list` wants names, not a site.
  if (process.env.LIST_ONLY) return async () => {};
  const dir = path.join(root, 'tests/.sites/default');
  rmSync(dir, { recursive: true, force: true });
  await execa(process.execPath, ['esbuild.config.mjs'], { cwd: root });
  const flags = ['--sample', '--custom', 'project=isr', '--yes', '--no-install', '--no-git'];
  await execa(process.execPath, ['bin/create-headless-site.js', dir, ...flags], { cwd: root, input: '' });
  const mail = await startMailDouble();
  const site = await serveSite(dir, mail.env);
  project.provide('site', { url: site.url, cmsUrl: site.cms.url });
  return async () => {
    await site.stop();
    mail.close();
  };
}
