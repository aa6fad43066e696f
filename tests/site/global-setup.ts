import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';
import { hiddenVariables } from '../../templates/site/tests/support/hidden';
import { startMailDouble } from '../../templates/site/tests/support/mail-double.mjs';
import { serveSite } from '../../templates/site/tests/support/site-server';
import { createSite } from './create';

/** The site that most tests look at: made by the CLI, built and served once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `vitest list` wants names, not a site.
  if (process.env.LIST_ONLY) return async () => {};
  await execa(process.execPath, ['esbuild.config.mjs'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  const dir = await createSite('default', '--custom', 'project=isr');
  const mail = await startMailDouble();
  const site = await serveSite(dir, { ...mail.env, ...hiddenVariables });
  project.provide('site', { url: site.url, cmsUrl: site.cms.url, dir });
  return async () => {
    await site.stop();
    mail.close();
  };
}
