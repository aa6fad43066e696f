import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWordPress, type WordPress, whyNoWordPress } from '../server';
import { block, blockPages, ours } from './block-pages';
import { complaints } from './site';

const reason = whyNoWordPress('newest');

/** A block of a synced pattern that its instances may override. */
const named = (name: string) => ({
  metadata: { name, bindings: { __default: { source: 'core/pattern-overrides' } } },
});
const text = (name: string, words: string) => block('paragraph', named(name), `<p>${words}</p>`);

describe.skipIf(reason)(`sections in synced patterns${reason ? ` (${reason})` : ''}`, () => {
  let wordpress: WordPress;
  beforeAll(async () => {
    wordpress = await startWordPress({ version: 'newest', content: 'empty', companion: true });
  });
  afterAll(() => wordpress?.stop());
  afterEach(() => expect(complaints(wordpress)).toBe(''));
  const { insert, sections, reusable } = blockPages(() => wordpress);
  /** Texts of the sections, without tags. */
  const read = async (content: string) => {
    const { flexibleContent } = await sections(await insert(content));
    return flexibleContent.map(({ content }) => String(content ?? '').replace(/<[^>]*>/g, ''));
  };
  const section = (inner: string) => ours('content-section', { heading: 'A' }, inner);

  it('have the overrides of each instance, inside and beside the section', async () => {
    const ref = await reusable(
      section(
        `${text('First', 'One')}<!-- wp:group --><div>${text('Second', 'Two')}</div><!-- /wp:group -->`,
      ) + text('Third', 'Three'),
    );
    const instance = (content: object) => block('block', { ref, content });
    expect(
      await read(
        instance({ First: { content: 'My one' }, Third: { content: 'My <b>three</b>' } }) +
          instance({ Second: { values: { content: 'My two' } } }),
      ),
    ).toEqual(['My oneTwo', 'My three', 'OneMy two', 'Three']);
  });

  it('in a pattern of a pattern have those of the inner one', async () => {
    const inner = await reusable(section(text('First', 'One')));
    const ref = await reusable(
      text('First', 'Outer') +
        block('block', { ref: inner, content: { First: { content: 'Of the inner' } } }),
    );
    expect(await read(block('block', { ref, content: { First: { content: 'Of the outer' } } }))).toEqual([
      'Of the outer',
      'Of the inner',
    ]);
  });

  it('have what their blocks are bound to', async () => {
    const bound = {
      metadata: { bindings: { content: { source: 'core/post-data', args: { field: 'link' } } } },
    };
    const ref = await reusable(section(block('paragraph', bound, '<p>x</p>')));
    expect(await read(block('block', { ref }))).toEqual([expect.stringContaining(wordpress.url)]);
  });
});
