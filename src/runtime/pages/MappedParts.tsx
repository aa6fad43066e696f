import { createElement, Fragment, type ReactNode } from 'react';
import { warnOnce } from '../base/warn-once.ts';
import type { MappedData } from '../blocks/mapped.ts';
import { mappedTable } from '../blocks/mapped-table.ts';
import { fieldReader } from '../cms/field-reader.ts';
import type { ContentPart } from '../content/html/parts.ts';
import { reactAttributes } from './react-attributes.ts';

interface PartsProps {
  parts: readonly ContentPart[];
  blocks: readonly MappedData[];
  /** Only blocks with a lower number: what stands inside of one. */
  below: number;
  /** Cleans HTML of the blocks. */
  prepare: Prepare;
  uri: string;
}

/** @param number of the block whose HTML it is */
export type Prepare = (html: string, number: number) => ContentPart[];

/** Content of the CMS in which components show some of the blocks. */
export function MappedParts({ parts, ...more }: PartsProps): ReactNode {
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity but their place
    <Fragment key={place}>{partOf(part, more)}</Fragment>
  ));
}

function partOf(part: ContentPart, more: Omit<PartsProps, 'parts'>): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'html': {
      // An element that can have nothing inside must not be given anything.
      const inside = part.html === '' ? {} : { dangerouslySetInnerHTML: { __html: part.html } };
      return createElement(part.tag, { ...reactAttributes(part.attributes), ...inside });
    }
    case 'element':
      return createElement(
        part.tag,
        reactAttributes(part.attributes),
        <MappedParts parts={withoutSpace(part)} {...more} />,
      );
    case 'block': {
      const block = part.index < more.below ? more.blocks[part.index] : undefined;
      return block && <Mapped block={block} {...more} below={part.index} />;
    }
  }
}

/** A table may have no text between its rows, not even a space. */
const NO_TEXT = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);

const withoutSpace = ({ tag, parts }: Extract<ContentPart, { kind: 'element' }>) =>
  NO_TEXT.has(tag) ? parts.filter((part) => part.kind !== 'text') : parts;

/** A block by its component; as WordPress shows it where there is none, or its attributes cannot be read. */
async function Mapped({ block, ...more }: Omit<PartsProps, 'parts'> & { block: MappedData }) {
  const original = <Inside html={block.html} {...more} />;
  const entry = mappedTable.get(block.name);
  if (!entry) return original;
  let read: unknown;
  try {
    read = entry.read(fieldReader(block.attributes, more.uri));
  } catch (error) {
    warnOnce(
      `[blocks] components/blocks/mapped: "${block.name}": read fails at ${more.uri}: ${(error as Error).message}`,
    );
    return original;
  }
  // The list was checked: the component takes just what is read.
  const Component = (await entry.component()) as (props: {
    block: unknown;
    original: ReactNode;
    children: ReactNode;
  }) => ReactNode;
  return (
    <Component block={read} original={original}>
      {block.inner.trim() === '' ? null : <Inside html={block.inner} {...more} />}
    </Component>
  );
}

/** Cleaned only where a component shows it. */
function Inside({ html, ...more }: Omit<PartsProps, 'parts'> & { html: string }) {
  return <MappedParts parts={more.prepare(html, more.below)} {...more} />;
}
