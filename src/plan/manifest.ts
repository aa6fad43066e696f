import { createHash } from 'node:crypto';
import * as z from 'zod';
import { packageManagers, runtimes } from '../answers/answers';
import { cliVersion } from '../base/package';
import type { Archive } from './bundled';
import { jsonText } from './json';
import type { ManagedFile } from './managed';
import type { ManagedInput } from './managed-input';
import { siteAnswers } from './site-config';

export const MANIFEST_FILE = '.headless-site/manifest.json';

/** Version of this file's format. */
export const MANIFEST_VERSION = 1;

export const manifestSchema = z.object({
  version: z.literal(MANIFEST_VERSION),
  cliVersion: z.string(),
  answers: z.looseObject({
    cli: z
      .object({
        packageManager: z.enum(packageManagers).optional(),
        runtime: z.enum([...runtimes, 'own']).optional(),
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

/**
 * The manifest: what was made, from which answers. Hashes of files with secrets are of their base, without the values.
 * @param archives files without a base copy: their hashes alone tell whether they were touched
 * @param version of the program that the site is as it should be for
 */
export function manifestText(
  input: ManagedInput,
  managed: ReadonlyMap<string, ManagedFile>,
  archives: readonly Pick<Archive, 'path' | 'sha256'>[],
  version = cliVersion,
): string {
  const { $schema: _schema, ...answers } = siteAnswers(input.config, input.answers);
  const { cli } = input.answers;
  const entry = (sha256: string, mode: number) => {
    return { sha256, mode: mode.toString(8).padStart(4, '0'), owner: 'managed' };
  };
  const files = [...managed].map(([path, { contents, base, mode }]): [string, ReturnType<typeof entry>] => {
    return [path, entry(sha256(base ?? contents), mode)];
  });
  for (const { path, sha256 } of archives) files.push([path, entry(sha256, 0o644)]);
  return jsonText(
    {
      version: MANIFEST_VERSION,
      cliVersion: version,
      answers: {
        ...answers,
        cli: {
          packageManager: cli?.packageManager,
          runtime: cli?.runtime,
          hostingAnalyticsId: cli?.hostingAnalyticsId,
          imageHosts: cli?.imageHosts,
        },
      },
      files: Object.fromEntries(files),
    },
    true,
  );
}

/** Line ends never count: Git may turn them on a checkout. */
export function sha256(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
