import * as z from 'zod';
import { configSchema } from '../runtime/config';

type Schema = { properties?: Record<string, Schema>; required?: string[]; [key: string]: unknown };

/**
 * JSON schema of `site.config.json` for editors: the one schema, without the keys that hold secrets.
 * The build evaluates this file and puts the plain data into the bundle: it is the same for every site.
 */
export const siteConfigSchema: Schema = build();

function build(): Schema {
  const { $schema, ...schema } = withoutSecrets(
    z.toJSONSchema(configSchema, { io: 'input' }) as unknown as Schema,
  ) as Schema;
  return {
    $schema,
    title: 'site.config.json',
    ...schema,
    properties: { $schema: { type: 'string' }, ...schema.properties },
  };
}

function withoutSecrets(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSecrets);
  if (typeof node !== 'object' || node === null) return node;
  const { properties, required, ...rest } = node as Schema;
  const kept = Object.entries(properties ?? {}).filter(([key]) => !/secret$/i.test(key));
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutSecrets(value)]));
  if (properties)
    copy.properties = Object.fromEntries(kept.map(([key, value]) => [key, withoutSecrets(value)]));
  const stillRequired = required?.filter((key) => !/secret$/i.test(key)) ?? [];
  if (stillRequired.length > 0) copy.required = stillRequired;
  return copy;
}
