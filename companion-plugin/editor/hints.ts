import { __, sprintf } from '@wordpress/i18n';
import { label } from './labels';
import { asList, asText, type Field, isRecord } from './manifest';

/** What the site shows of an address: a path, an anchor, or one of these schemes. The server drops everything else. */
const ADDRESS = /^(\/|#|\?|https?:\/\/[^\s/]|mailto:[^\s@]+@|tel:[+\d])/i;

/**
 * What is missing or wrong in a block, as sentences for its editor. Nothing stops anybody from publishing it.
 *
 * @param hasText whether there are blocks inside, for fields of rich text
 */
export function hints(
  fields: Record<string, Field>,
  values: Record<string, unknown>,
  hasText: boolean,
): string[] {
  const found: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    const text = asText(value).trim();
    if (field.kind === 'list') {
      if (field.required && asList(value).length === 0) found.push(missing(name));
      const { item } = field;
      if (typeof item === 'object')
        for (const [at, row] of asList(value).entries())
          for (const hint of hints(item.fields, isRecord(row) ? row : {}, true))
            found.push(sprintf('%1$s %2$d: %3$s', label(name), at + 1, hint));
      continue;
    }
    if (field.required && isEmpty(field, value, hasText)) found.push(missing(name));
    if (field.kind === 'url' && text !== '' && !ADDRESS.test(text))
      found.push(
        sprintf(
          // translators: %s: name of a field.
          __('%s: this is not an address. Begin with https://, / or #.', 'headless-site-companion'),
          label(name),
        ),
      );
    const button = name.endsWith('Text') ? `${name.slice(0, -4)}Url` : '';
    if (
      fields[button] &&
      !fields[button]?.required &&
      (text === '') !== (asText(values[button]).trim() === '')
    )
      found.push(__('A button needs both a text and an address.', 'headless-site-companion'));
  }
  return found;
}

const isEmpty = (field: Field, value: unknown, hasText: boolean) =>
  field.kind === 'html'
    ? !hasText && asText(value).trim() === ''
    : asText(value).trim() === '' && !field.default;

const missing = (name: string) =>
  sprintf(
    // translators: %s: name of a field.
    __('%s is missing.', 'headless-site-companion'),
    label(name),
  );
