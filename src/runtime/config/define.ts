import { ConfigError } from './errors.ts';
import { problemsOf } from './problems.ts';
import { configSchema, type SiteConfig, type SiteConfigInput } from './schema.ts';

export interface ValidationResult {
  success: boolean;
  data?: SiteConfig;
  /** Every problem as `path: message`. */
  errors?: string[];
}

/**
 * Validates a configuration and applies the defaults.
 * @throws {ConfigError} naming every problem, one a line, as `path: message`
 */
export function defineConfig(config: SiteConfigInput): SiteConfig {
  const result = validateConfig(config);
  if (result.success && result.data) return result.data;
  const problems = result.errors ?? [];
  throw new ConfigError(`Invalid site configuration:\n${problems.map((p) => `  ${p}`).join('\n')}`, problems);
}

/** Same as defineConfig, but never throws, whatever it is given: a getter or proxy that throws is a problem like any other. */
export function validateConfig(config: unknown): ValidationResult {
  try {
    const parsed = configSchema.safeParse(config);
    const problems = parsed.success ? [] : problemsOf(parsed.error, configSchema);
    problems.push(...crossProblems(parsed.success ? parsed.data : config));
    if (!parsed.success || problems.length > 0) return { success: false, errors: problems };
    const { wordpress, ...rest } = parsed.data;
    const domain = wordpress.domain ?? new URL(wordpress.graphqlUrl).hostname;
    return { success: true, data: { ...rest, wordpress: { ...wordpress, domain } } };
  } catch {
    return { success: false, errors: ['config: could not be read (reading one of its keys threw an error)'] };
  }
}

/** Rules that span several keys. They look at raw input too, so that one run lists every problem. */
function crossProblems(config: unknown): string[] {
  const problems: string[] = [];
  const wordpress = record(record(config)?.wordpress);
  const features = record(record(config)?.features);
  const preview = features?.preview ?? true;
  const previewOn = preview === true || record(preview)?.enabled === true;
  if (
    wordpress &&
    previewOn &&
    wordpress.previewSecret === undefined &&
    record(preview)?.secret === undefined
  ) {
    problems.push('wordpress.previewSecret: required when preview is enabled');
  }
  const search = record(features?.search);
  if (search?.provider === 'hosted_index' && search.enabled !== false && search.hosted === undefined) {
    problems.push('features.search.hosted: required when the provider is hosted_index');
  }
  return problems;
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
