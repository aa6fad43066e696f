import * as z from 'zod';
import { packageManagers, runtimes } from '../answers/answers';
import { type FailureKind, failures } from '../base/errors';
import { siteConfigSchema } from '../plan/site-config-schema';
import type { CommandName } from './command-names';

/*
 * The output of `--json`, one object a run: the published form of it (`--print-schema`), and the types that the commands are
 * held to. Keys may be added in a later version; those that are here stay.
 */

const good = { ok: z.literal(true), exitCode: z.literal(0) };
const path = z.string().describe('Path in the site, with forward slashes');
const advice = z.strictObject({ about: z.string(), problem: z.string(), fix: z.string() });

/** Null everywhere: that could not be found out. */
const detected = z.strictObject({
  title: z.string().nullable(),
  description: z.string().nullable(),
  language: z.string().nullable(),
  timezone: z.string().nullable(),
  seo: z.string().nullable(),
  companion: z.strictObject({ installed: z.boolean(), version: z.string().nullable() }).nullable(),
  types: z
    .array(
      z.strictObject({
        name: z.string(),
        label: z.string(),
        archive: z.string().nullable(),
        example: z.string().nullable(),
      }),
    )
    .readonly()
    .nullable(),
  typeNames: z.array(z.string()).readonly().nullable(),
  taxonomies: z.array(z.string()).readonly().nullable(),
  hidden: z
    .array(z.strictObject({ kind: z.enum(['type', 'taxonomy']), name: z.string(), label: z.string() }))
    .readonly()
    .nullable(),
  menus: z.record(z.string(), z.enum(['filled', 'empty', 'unregistered']).nullable()),
  permalinks: z.string().nullable(),
  imageHosts: z.array(z.string()).readonly().nullable(),
  contentHosts: z.array(z.string()).readonly().nullable(),
  forms: z.array(z.string()).readonly().nullable(),
  reserved: z.array(z.string()).readonly().nullable(),
  advice: z.array(advice).readonly(),
});

const aboutCms = {
  directory: z.string().describe('Absolute path of the site'),
  cms: z.strictObject({ url: z.string(), sample: z.boolean() }),
  detected: detected.nullable().describe('What the CMS has; null where it was not asked'),
};

const created = z.strictObject({
  ...good,
  ...aboutCms,
  files: z.int().describe('Number of files that were written'),
  packageManager: z.string(),
  installed: z.boolean(),
  committed: z.boolean(),
  notes: z.array(z.string()),
  next: z.array(z.string()).describe('Commands to go on with'),
  equivalent: z.string().describe('A command that makes the same site without questions'),
});

const planned = z.strictObject({
  ...good,
  ...aboutCms,
  dryRun: z.literal(true),
  files: z.array(
    z.strictObject({
      path,
      bytes: z.int(),
      mode: z.string().describe('Octal'),
      owner: z.enum(['managed', 'owner']).describe('Who changes it from then on'),
    }),
  ),
});

const managedFiles = z.array(
  z.strictObject({
    path,
    state: z.enum(['clean', 'edited', 'outdated', 'missing', 'conflict']),
    diff: z.string().optional().describe('Unified, without secrets; with --dry-run'),
  }),
);

const looked = z.strictObject({
  ok: z.boolean(),
  exitCode: z.union([z.literal(0), z.literal(4)]),
  upToDate: z.boolean(),
  files: managedFiles,
});

const regenerated = z.strictObject({
  ...good,
  changed: z.array(path),
  next: z.array(z.string()).describe('What is to be done now'),
  files: managedFiles,
});

const checked = z.strictObject({
  ok: z.boolean(),
  exitCode: z.union([z.literal(0), z.literal(1)]),
  checks: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      state: z.enum(['ok', 'warning', 'fault', 'skipped']),
      text: z.string(),
      fix: z.string().optional(),
    }),
  ),
});

const connected = z.strictObject({
  ...good,
  connected: z.boolean().describe('Whether WordPress reached the site just now'),
  connection: z
    .object({
      status: z.enum(['connected', 'disconnected']),
      problem: z.string().nullable(),
      message: z.string(),
      fix: z.string().nullable(),
    })
    .describe('As connection/status of the companion plugin'),
  locked: z.record(z.string(), z.string()).describe('Settings that wp-config.php decides, with the constant'),
});

const added = z.strictObject({
  ...good,
  created: z.array(path),
  kept: z
    .array(path)
    .optional()
    .describe('Components of yours that were there already, and stay as they are'),
  changed: z.array(path).describe('Files of yours that have an entry more'),
  next: z.array(z.string()).describe('What is to be done now'),
});

const kinds = Object.keys(failures) as [FailureKind, ...FailureKind[]];
const failed = z.strictObject({
  ok: z.literal(false),
  exitCode: z.int(),
  error: z.strictObject({
    kind: z.enum(kinds),
    message: z.string(),
    details: z.array(z.string()).readonly(),
    fix: z.string().optional(),
  }),
  // Changes that regenerate-config or upgrade had found, or made, by then.
  upToDate: z.literal(false).optional(),
  changed: z.array(path).optional(),
  files: managedFiles.optional(),
});

const results = {
  create: [created, planned],
  'regenerate-config': [looked, regenerated],
  upgrade: [looked, regenerated],
  doctor: [checked],
  connect: [connected],
  add: [added],
} as const satisfies Record<CommandName, readonly z.ZodType[]>;

/** A `--config` file: what `site.config.json` may hold, and how the site is made. */
const configFileSchema = {
  ...siteConfigSchema,
  title: '--config',
  properties: {
    ...siteConfigSchema.properties,
    cli: {
      type: 'object',
      additionalProperties: false,
      properties: {
        packageManager: { enum: packageManagers },
        runtime: { enum: runtimes },
        install: { type: 'boolean' },
        git: { type: 'boolean' },
        hostingAnalyticsId: { type: 'string', minLength: 1 },
        imageHosts: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};

export type Failed = z.input<typeof failed>;
export type Result = z.input<(typeof results)[CommandName][number]>;

/** JSON schemas of a command: `result` of what `--json` prints, `config` of the `--config` file where there is one. */
export function schemasOf(name: CommandName): Record<string, unknown> {
  const { $schema, ...result } = z.toJSONSchema(z.union([...results[name], failed]), { io: 'input' });
  const title = `${name} --json`;
  return {
    ...(name === 'create' ? { config: configFileSchema } : {}),
    result: { $schema, title, ...result },
  };
}
