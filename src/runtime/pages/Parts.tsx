import { createElement, Fragment, type ReactNode } from 'react';
import type { ContentPart } from '../content/html/parts.ts';
import { reactAttributes } from './react-attributes.ts';

export type ElementPart = Extract<ContentPart, { kind: 'element' }>;
export type MarkPart = Extract<ContentPart, { kind: 'mark' }>;

interface PartsProps {
  parts: readonly ContentPart[];
  /** The element in the place of a mark. */
  mark: (mark: MarkPart) => ReactNode;
  /** Draws an element that has marks in it; undefined leaves it as it is. */
  element?: (element: ElementPart) => ReactNode;
}

/** Cleaned HTML with something in the places of its marks. */
export function Parts({ parts, ...more }: PartsProps): ReactNode {
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
    case 'element': {
      const own = more.element?.(part);
      if (own !== undefined) return own;
      const inside = <Parts parts={withoutSpace(part)} {...more} />;
      return createElement(part.tag, reactAttributes(part.attributes), inside);
    }
    case 'mark':
      return more.mark(part);
  }
}

/** A table may have no text between its rows, not even a space. */
const NO_TEXT = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);

const withoutSpace = ({ tag, parts }: ElementPart) =>
  NO_TEXT.has(tag) ? parts.filter((part) => part.kind !== 'text') : parts;
