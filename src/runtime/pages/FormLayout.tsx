import { Fragment, type ReactNode } from 'react';
import type { FormDefinition } from '../content/form.ts';
import type { ContentPart } from '../content/html.ts';
import type { ShownField } from './form-control.ts';
import { type ElementPart, Parts } from './Parts.tsx';
import { reactAttributes } from './react-attributes.ts';

/** A form on a page. */
export interface ShownForm extends Omit<FormDefinition, 'html' | 'version' | 'fields'> {
  /** Id of its element: `form-1`. The same form may stand on a page twice. */
  id: string;
  /** Where it is sent to. */
  action: string;
  fields: readonly ShownField[];
  /** The owner's layout, sanitised, with a mark for each field. */
  layout: readonly ContentPart[];
}

interface LayoutProps {
  form: ShownForm;
  /** Draws a field. @param label that the layout has for it; otherwise the field's own counts */
  field: (field: ShownField, label: ReactNode) => ReactNode;
}

/** Elements that may have no box inside them. */
const FLAT = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'span', 'strong', 'em', 'b', 'i', 'small']);

/**
 * The form as its owner laid it out, with each field in its place. A field brings a box of its own: so a label around one
 * becomes its label, and a paragraph a box.
 */
export function FormLayout({ form, field }: LayoutProps): ReactNode {
  const place = (index: number, label: ReactNode = null): ReactNode => {
    const found = form.fields[index];
    return found && field(found, label);
  };
  const element = (part: ElementPart): ReactNode => {
    const [first, ...others] = marksIn(part.parts);
    if (part.tag === 'label' && first !== undefined) {
      const label = <Parts parts={withoutMarks(part.parts)} mark={() => null} />;
      return [first, ...others].map((index, at) => (
        <Fragment key={index}>{place(index, at === 0 ? label : null)}</Fragment>
      ));
    }
    if (!FLAT.has(part.tag)) return undefined;
    return (
      <div {...reactAttributes(part.attributes)}>
        <Parts parts={withoutBreaks(part.parts)} mark={({ index }) => place(index)} element={element} />
      </div>
    );
  };
  return <Parts parts={form.layout} mark={({ index }) => place(index)} element={element} />;
}

/** A layout in which each of a form's fields has one place: the first that it is given, or the end. */
export function completeLayout(parts: readonly ContentPart[], fields: number): ContentPart[] {
  const seen = new Set<number>();
  const once = (parts: readonly ContentPart[]): ContentPart[] =>
    parts.flatMap((part) => {
      if (part.kind === 'element') return { ...part, parts: once(part.parts) };
      if (part.kind !== 'mark') return part;
      if (seen.has(part.index)) return [];
      seen.add(part.index);
      return part;
    });
  const layout = once(parts);
  const missing = Array.from({ length: fields }, (_, index) => index).filter((index) => !seen.has(index));
  return [...layout, ...missing.map((index) => ({ kind: 'mark', of: 'field', index }) as const)];
}

const marksIn = (parts: readonly ContentPart[]): number[] =>
  parts.flatMap((part) => {
    if (part.kind === 'mark') return part.index;
    return part.kind === 'element' ? marksIn(part.parts) : [];
  });

const withoutBreaks = (parts: readonly ContentPart[]) =>
  parts.filter((part) => part.kind !== 'html' || part.tag !== 'br');

const withoutMarks = (parts: readonly ContentPart[]): ContentPart[] =>
  withoutBreaks(parts).flatMap((part) => {
    if (part.kind === 'mark') return [];
    return part.kind === 'element' ? { ...part, parts: withoutMarks(part.parts) } : part;
  });
