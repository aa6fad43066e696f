import { isRecord } from '../base/is-record.ts';
import { warnOnce } from '../base/warn-once.ts';
import type { MappedContent, MappedData } from '../blocks/mapped.ts';
import type { Maybe } from '../content/types.ts';

/**
 * @param answer of the plugin: JSON
 * @returns null where the content has none of these blocks, or the plugin does not know the site
 */
export function toMapped(answer: Maybe<string>): MappedContent | null {
  const said = answer ? parsed(answer) : null;
  if (!isRecord(said)) return null;
  if (said.refused === true) {
    warnOnce(
      '[cms] WordPress does not know this site’s secret: mapped blocks are shown as its HTML. Fix: npx create-headless-site connect',
    );
    return null;
  }
  const { html, blocks } = said;
  if (typeof html !== 'string' || !Array.isArray(blocks)) return null;
  return { html, blocks: blocks.map(toData) };
}

function toData(block: unknown): MappedData {
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
