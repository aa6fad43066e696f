import * as z from 'zod';
import type { Secrets } from '../answers/secrets';
import { CliError } from '../base/errors';
import { detectCms } from '../cms/detect/detect';
import type { DetectedCms } from '../cms/detect/detected';
import { line } from '../cms/line';
import type { CmsAccess } from '../cms/post';
import { probe } from '../cms/probe';
import { findRest, restRequest } from '../cms/rest';
import { connectionSchema } from '../connect/send';
import { doctorHeader } from '../runtime/base/doctor-signature';
import type { Diagnosis } from '../runtime/wordpress/client/diagnosis';

const fitting = z.enum(['current', 'previous', 'different', 'missing']);

/** The companion plugin's report to whoever proves to know the secrets. */
const reportSchema = z.object({
  time: z.number(),
  secrets: z.object({ revalidation: fitting, preview: fitting }),
  settings: z.object({
    serviceUrl: line,
    webhooksEnabled: z.boolean(),
    previewEnabled: z.boolean(),
  }),
  connection: connectionSchema,
  queue: z.object({ pending: z.number(), failed: z.number() }),
  /** These two not of earlier versions of the plugin. */
  contact: z.object({ waiting: z.number(), failed: z.number() }).optional(),
  hidden: z
    .array(
      z.object({ kind: z.enum(['type', 'taxonomy']), name: z.string().regex(/^[\w-]{1,32}$/), label: line }),
    )
    .optional(),
  /** WordPress's "Discourage search engines". Not of earlier versions either. */
  discouraged: z.boolean().optional(),
  /** The latest pages with something that the site does not show. Not of earlier versions either. */
  notShown: z
    .array(
      z.object({
        title: line,
        path: line,
        has: z.array(
          z.object({
            kind: z.string().regex(/^[a-z]{1,20}$/),
            plugin: line.nullable(),
            reason: z
              .string()
              .regex(/^[a-z]{1,20}$/)
              .nullable(),
          }),
        ),
      }),
    )
    .optional(),
  /** Rules of redirect plugins; null where there is none. Not of earlier versions of the plugin. */
  redirects: z
    .object({
      rules: z.number(),
      left: z.number(),
      named: z.array(z.object({ from: line, reason: z.string() })),
    })
    .nullish(),
});
export type CompanionReport = z.output<typeof reportSchema>;

/** Findings about WordPress. Null: not asked, because something before it failed. */
export interface WordPressFacts {
  /** Why GraphQL does not answer. */
  problem: Diagnosis | undefined;
  cms: DetectedCms | null;
  /** `unknown-site`: the plugin knows neither secret. An error: the REST API does not answer. */
  report: CompanionReport | 'unknown-site' | 'too-old' | CliError | null;
  /** Seconds by which WordPress's clock is ahead of this machine's. */
  clockAhead: number | null;
}

const refusalSchema = z.object({ code: z.literal('companion_unknown_site'), time: z.number() });

/** Asks WordPress everything that the checks need. Never throws. */
export async function askWordPress(
  endpoint: string,
  secrets: Secrets | undefined,
  access: CmsAccess,
): Promise<WordPressFacts> {
  const facts: WordPressFacts = { problem: undefined, cms: null, report: null, clockAhead: null };
  const answer = await probe(endpoint, access);
  if ('diagnosis' in answer) return { ...facts, problem: answer.diagnosis };
  const cms = await detectCms(endpoint, access);
  if (!secrets || cms.companion?.installed === false) return { ...facts, cms };
  return { ...facts, cms, ...(await askCompanion(endpoint, secrets, access)) };
}

async function askCompanion(
  endpoint: string,
  secrets: Secrets,
  access: CmsAccess,
): Promise<Pick<WordPressFacts, 'report' | 'clockAhead'>> {
  try {
    const { url } = await findRest(endpoint, access);
    const headers = doctorHeader(secrets, unixSeconds());
    const { body } = await restRequest(url, 'companion/v1/doctor', access, { headers });
    const report = reportSchema.safeParse(body).data;
    if (report) return { report, clockAhead: report.time - unixSeconds() };
    const refusal = refusalSchema.safeParse(body).data;
    if (refusal) return { report: 'unknown-site', clockAhead: refusal.time - unixSeconds() };
    return { report: 'too-old', clockAhead: null };
  } catch (error) {
    return { report: asProblem(error), clockAhead: null };
  }
}

function asProblem(error: unknown): CliError {
  return error instanceof CliError ? error : new CliError('cms', 'WordPress could not be asked.');
}

const unixSeconds = () => Math.floor(Date.now() / 1000);
