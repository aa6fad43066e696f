import type { ComponentType, ReactNode } from 'react';
import { warnOnce } from '../base/warn-once.ts';
import { isBuild } from '../config/site.ts';
import type { OverrideData } from '../content/blocks/override.ts';
import { aboutOverride, overrideTable } from '../content/blocks/override-table.ts';
import type { ContentForm } from '../content/form.ts';
import type { ContentPart } from '../content/html.ts';
import { fieldReader } from '../wordpress/fields/field-reader.ts';
import type { ShownForm } from './FormLayout.tsx';
import { type MarkPart, Parts } from './Parts.tsx';

/** Cleaned HTML, and the forms whose marks are in it. */
export interface MarkedParts {
  parts: readonly ContentPart[];
  forms: readonly ContentForm[];
}

/** A content of the CMS in which components show some parts. */
export interface Body extends MarkedParts {
  blocks: readonly OverrideData[];
  /** Only blocks with a lower number: what stands inside of one. */
  below: number;
  /** Cleans HTML of a block. @param number of the block */
  prepare: (html: string, number: number) => MarkedParts;
  showForm: (form: ContentForm) => ShownForm;
  uri: string;
}

interface BodyProps {
  body: Body;
  /** Draws a form of WordPress. */
  form: (props: { form: ShownForm }) => ReactNode;
}

/** Content of the CMS with the owner's components in the places of block overrides and of forms. */
export function ContentBody({ body, form }: BodyProps): ReactNode {
  return <Parts parts={body.parts} mark={(mark) => markOf(mark, { body, form })} />;
}

function markOf({ of, index }: MarkPart, { body, form: Form }: BodyProps): ReactNode {
  if (of === 'form') {
    const form = body.forms[index];
    return form && <Form form={body.showForm(form)} />;
  }
  const block = of === 'block' && index < body.below ? body.blocks[index] : undefined;
  return block && <Override block={block} body={{ ...body, below: index }} form={Form} />;
}

/** A block by its component; as WordPress shows it where there is none, or its attributes cannot be read. */
async function Override({ block, body, form }: BodyProps & { block: OverrideData }) {
  const original = <Inside html={block.html} body={body} form={form} />;
  const entry = overrideTable.get(block.name);
  if (!entry) return original;
  let read: unknown;
  try {
    read = entry.read(fieldReader(block.attributes, body.uri));
  } catch (error) {
    const { message } = error as Error;
    warnOnce(
      `[blocks] ${aboutOverride(block.name, `read fails at ${body.uri}: ${message}`)}`,
      `${block.name}: ${message}`,
    );
    return original;
  }
  // The list was checked: the component takes just what is read.
  const Component = (await entry.component()) as
    | ComponentType<{
        block: unknown;
        original: ReactNode;
        children: ReactNode;
      }>
    | undefined;
  if (!Component) {
    const problem = aboutOverride(block.name, '`component` gives nothing. Fix: a name that its file exports');
    if (isBuild) throw new Error(problem);
    warnOnce(`[blocks] ${problem}`);
    return original;
  }
  return (
    <Component block={read} original={original}>
      {block.inner.trim() === '' ? null : <Inside html={block.inner} body={body} form={form} />}
    </Component>
  );
}

/** Cleaned only where a component shows it. */
function Inside({ html, body, form }: BodyProps & { html: string }) {
  return <ContentBody body={{ ...body, ...body.prepare(html, body.below) }} form={form} />;
}
