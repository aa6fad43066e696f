import type { TestProject } from 'vitest/node';
import { createSite } from './create';
import { serveSite } from './serve';
import { hiddenVariables } from './support/hidden';
import { startMailDouble } from './support/mail-double.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the double that stands in for the mail provider: it answers with the mails that it got. */
    mailUrl: string;
  }
}

/** The site that most tests look at: made by the CLI, built and served once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await createSite('default', '--custom', 'project=isr');
  const mail = await startMailDouble();
  const site = await serveSite(dir, { ...mail.env, ...hiddenVariables });
  project.provide('site', { url: site.url, cmsUrl: site.cms.url, dir });
  project.provide('mailUrl', mail.env.RESEND_BASE_URL);
  return async () => {
    await site.stop();
    mail.close();
  };
}
