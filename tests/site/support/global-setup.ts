import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { hiddenVariables } from './hidden';
import { startMailDouble } from './mail-double.mjs';
import { copySite, serveSite } from './site-server';

/** Builds a copy of this site against the sample CMS, once for all test files, and serves it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const copy = path.join(root, '.test-site');
  copySite(root, copy);
  const mail = await startMailDouble();
  const site = await serveSite(copy, { ...mail.env, ...hiddenVariables });
  project.provide('site', { url: site.url, cmsUrl: site.cms.url, dir: copy });
  return async () => {
    await site.stop();
    mail.close();
  };
}
