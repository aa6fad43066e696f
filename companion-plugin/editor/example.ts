import { label } from './labels';
import { data, type Field } from './manifest';

/** Values for the picture of a block in the inserter: each text says what it is. */
export function example(fields: Record<string, Field>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, { kind, item }] of Object.entries(fields)) {
    const row = typeof item === 'object' ? example(item.fields) : label(name);
    if (kind === 'string') values[name] = label(name);
    if (kind === 'icon') values[name] = data.icons[0];
    if (kind === 'list') values[name] = [row, row];
  }
  return values;
}
