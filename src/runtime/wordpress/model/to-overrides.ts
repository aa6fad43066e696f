import { isRecord } from '../../base/is-record.ts';
import { warnOnce } from '../../base/warn-once.ts';
import type { OverrideContent, OverrideData } from '../../content/blocks/override.ts';
import { MARKS } from '../../content/html/parts.ts';
import type { Maybe, Page } from '../../content/types.ts';

/**
 * @param answer of the plugin: JSON
 * @returns null where the content has none of these blocks, or the plugin does not know the site
 */
export function toOverrides(answer: Maybe<string>): OverrideContent | null {
  const said = answer ? parsed(answer) : null;
  if (!isRecord(said)) return null;
  if (said.refused === true) {
    warnOnce(
      '[cms] WordPress does not know this site’s secret: block overrides are shown as its HTML. Fix: npx create-headless-site connect',
    );
    return null;
  }
  const { html, blocks } = said;
  if (typeof html !== 'string' || !Array.isArray(blocks)) return null;
  return { html, blocks: blocks.map(toData) };
}

function toData(block: unknown): OverrideData {
  const { name, attributes, html, inner } = isRecord(block) ? block : {};
  return { name: text(name), attributes: attributes ?? {}, html: text(html), inner: text(inner) };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/**
 * The sections of a page as WordPress shows them, and beside each with marked blocks the text that has the marks: a component that shows
 * `mapped` shows the owner's components there, any other one loses nothing.
 */
export function toSections(
  { blocks, sidebar }: Pick<Page, 'blocks' | 'sidebar'>,
  overrides: OverrideContent | null,
): Pick<Page, 'blocks' | 'sidebar'> & { mappedSections: (OverrideContent | null)[] } {
  if (!overrides) return { blocks, ...(sidebar ? { sidebar } : {}), mappedSections: blocks.map(() => null) };
  const whole = <Block extends object>(block: Block): Block =>
    Object.fromEntries(
      Object.entries(block).map(([name, value]) => [
        name,
        isMarked(value) ? unmarked(value, overrides) : value,
      ]),
    ) as Block;
  return {
    blocks: blocks.map(whole),
    ...(sidebar ? { sidebar: sidebar.map(whole) } : {}),
    mappedSections: blocks.map((block) => {
      // A block has one rich text at most.
      const html = Object.values(block).find(isMarked);
      return html === undefined ? null : { html, blocks: overrides.blocks };
    }),
  };
}

const isMarked = (value: unknown): value is string =>
  typeof value === 'string' && value.includes(MARKS.block);

const MARK = new RegExp(`<div ${MARKS.block}="(\\d{1,6})"></div>`, 'g');

/** The HTML of WordPress in the places of the marks. Each block stands in one place: a mark that somebody has written stands for nothing. */
function unmarked(html: string, { blocks }: OverrideContent): string {
  const used = new Set<number>();
  const fill = (text: string, below: number): string =>
    text.replace(MARK, (_, number: string) => {
      const index = Number(number);
      const block = index < below && !used.has(index) ? blocks[index] : undefined;
      used.add(index);
      return block ? fill(block.html, index) : '';
    });
  return fill(html, blocks.length);
}
