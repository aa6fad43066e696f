import type { ReactNode } from 'react';
import { label } from './labels';
import type { BlockSpec, Field } from './manifest';

interface PlainProps {
  spec: BlockSpec;
  block: Record<string, unknown>;
}

/** A block of which the editor does not know the look: its fields, one below the other. */
export function Plain({ spec, block }: PlainProps) {
  return (
    <section className="companion-plain">
      <p className="companion-plain-title">{spec.title}</p>
      {Object.entries(spec.fields).map(([name, field]) => (
        <Row key={name} name={name} field={field} value={block[name]} />
      ))}
    </section>
  );
}

function Row({ name, field, value }: { name: string; field: Field; value: unknown }) {
  if (value === undefined || ['url', 'boolean', 'enum', 'token'].includes(field.kind)) return null;
  return (
    <div>
      <span className="companion-plain-label">{label(name)}</span>
      <Shown field={field} value={value} />
    </div>
  );
}

function Shown({ field, value }: { field: Field; value: unknown }) {
  if (field.kind === 'image') {
    const { sourceUrl } = value as { sourceUrl: ReactNode };
    return <span className="companion-frame companion-plain-picture">{sourceUrl}</span>;
  }
  if (!Array.isArray(value)) return <>{value as ReactNode}</>;
  const { item } = field;
  return (
    <ul>
      {value.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
        <li key={at}>
          {typeof item === 'object'
            ? Object.entries(item.fields).map(([name, inner]) => (
                <Row key={name} name={name} field={inner} value={row[name]} />
              ))
            : row}
        </li>
      ))}
    </ul>
  );
}
