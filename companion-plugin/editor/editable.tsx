import type { ReactNode } from 'react';
import { Add, Entry } from './fields/Entries';
import { Picture } from './fields/Picture';
import { Rich } from './fields/Rich';
import { Text } from './fields/Text';
import { asList, asText, data, type Field, isRecord } from './manifest';

interface Place {
  /** Of the block or of an entry of a list. */
  path: string;
  /** The block is selected: controls are shown, and what is empty and may be, too. */
  active: boolean;
  onChange: (name: string, value: unknown) => void;
}

/**
 * The values of a block with something to edit in the place of each text and picture, for the site's own component: it puts
 * `{block.heading}` where a visitor sees it, and there it can be typed. Choices stay what they are.
 */
export function editable(
  fields: Record<string, Field>,
  values: Record<string, unknown>,
  { path, active, onChange }: Place,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    const here = `${path}${name}`;
    const set = (next: unknown) => onChange(name, next);
    switch (field.kind) {
      case 'string':
        if (active || field.required || asText(value) !== '')
          out[name] = <Text field={name} path={here} value={asText(value)} onChange={set} />;
        break;
      case 'html':
        out[name] = <Rich />;
        break;
      case 'image': {
        const image = isRecord(value) ? value : {};
        if (active || image.url)
          out[name] = { sourceUrl: <Picture value={image} active={active} onChange={set} />, altText: '' };
        break;
      }
      case 'url':
        // A button shows where it leads only on the site.
        out[name] = '#';
        break;
      case 'list':
        out[name] = entries(name, field, asList(value), here, active, set);
        break;
      case 'enum':
        out[name] = chosen(field, asText(value));
        break;
      case 'token':
        // One that the theme no longer has is dropped, as the server does.
        out[name] = data.tokens.includes(asText(value)) ? value : undefined;
        break;
      default:
        out[name] = value === '' ? undefined : value;
    }
  }
  return out;
}

/** One of the values of a choice; what it may also be called counts as it. */
function chosen({ values, aliases, default: otherwise }: Field, text: string): string | undefined {
  const value = aliases?.[text] ?? text;
  return values?.includes(value) ? value : otherwise;
}

function entries(
  name: string,
  field: Field,
  rows: unknown[],
  path: string,
  active: boolean,
  set: (rows: unknown[]) => void,
): unknown[] {
  const { item } = field;
  const replace = (at: number, row: unknown) => set(rows.map((old, place) => (place === at ? row : old)));
  if (typeof item !== 'object') {
    const lines: ReactNode[] = rows.map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
      <Entry key={`${path}.${at}`} name={name} rows={rows} at={at} active={active} set={set}>
        <Text
          field={name}
          path={`${path}.${at}`}
          value={asText(line)}
          onChange={(text) => replace(at, text)}
        />
      </Entry>
    ));
    return active ? [...lines, <Add key="add" name={name} onClick={() => set([...rows, ''])} />] : lines;
  }
  const [first] = Object.entries(item.fields).find(([, inner]) => inner.kind === 'string') ?? [];
  return rows.map((given, at) => {
    const row = isRecord(given) ? given : {};
    const values = editable(item.fields, row, {
      path: `${path}.${at}.`,
      active,
      onChange: (inner, value) => replace(at, { ...row, [inner]: value }),
    });
    // Around it whether or not its buttons are shown: another place in the tree would be another text, without the cursor
    // that the click has just put into it.
    if (first && values[first] !== undefined)
      values[first] = (
        <Entry name={name} rows={rows} at={at} active={active} set={set}>
          {values[first] as ReactNode}
        </Entry>
      );
    return values;
  });
}
