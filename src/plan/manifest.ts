import { createHash } from 'node:crypto';
import { z } from 'zod';
import { packageManagers } from '../answers/answers';
import { cliVersion } from '../cli/package';
import { jsonText } from './json';
import type { ManagedFile, ManagedInput } from './managed';
import { siteAnswers } from './site-config';

export const MANIFEST_FILE = '.headless-site/manifest.json';

export const manifestSchema = z.object({
  version: z.literal(1),
  cliVersion: z.string(),
  answers: z.looseObject({
    cli: z
      .object({
        packageManager: z.enum(packageManagers).optional(),
        hostingAnalyticsId: z.string().optional(),
        imageHosts: z.array(z.string()).optional(),
      })
      .optional(),
  }),
  files: z.record(
    z.string(),
    z.object({ sha256: z.string(), mode: z.string(), owner: z.literal('managed') }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;

/** What was made, from which answers. Hashes of files with secrets are of their base, without the values. */
export function manifestText(input: ManagedInput, managed: ReadonlyMap<string, ManagedFile>): string {
  const { $schema: _schema, ...answers } = siteAnswers(input.config, input.answers);
  const { cli } = input.answers;
  const files = [...managed].map(([path, { contents, base, mode }]) => [
    path,
    { sha256: sha256(base ?? contents), mode: mode.toString(8).padStart(4, '0'), owner: 'managed' },
  ]);
  return jsonText({
    version: 1,
    cliVersion,
    answers: {
      ...answers,
      cli: {
        packageManager: cli?.packageManager,
        hostingAnalyticsId: cli?.hostingAnalyticsId,
        imageHosts: cli?.imageHosts,
      },
    },
    files: Object.fromEntries(files),
  });
}

/** Line ends never count: Git may turn them on a checkout. */
export function sha256(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
