import { isRecord } from '../../base/is-record.ts';
import { isTexts } from '../../config/extend/problems.ts';
import { nearest } from '../../config/index.ts';
import { siteConfig } from '../../config/site.ts';
import { aboutOverride, overrideListProblems, overrideTable } from '../../content/blocks/override-table.ts';
import { overrideKey, overrideNames } from './block-overrides.ts';
import { type Amiss, amissInRead } from './custom-reads.ts';

/** Everything that each `read` asks for, of a block without attributes. */
const asked = (): (Amiss & { name: string })[] =>
  [...overrideTable].flatMap(([name, { read }]) =>
    amissInRead(read, []).map((amiss) => ({ ...amiss, name })),
  );

const isReader = ({ words }: Amiss) => words.some((word) => word.startsWith('.'));

const attributeOf = ({ words: [path = ''] }: Amiss) => path.split('.')[0] ?? '';

/** Query field for the mistakes in the list of block overrides; empty where the site has none. An older companion cannot answer it. */
export function overrideTypesField(): string {
  if (overrideNames.length === 0) return '';
  const attributes = asked()
    .filter((amiss) => !isReader(amiss))
    .map((amiss) => `${amiss.name}#${attributeOf(amiss)}`);
  const key = overrideKey(siteConfig.wordpress.revalidateSecret);
  return `overrides: companionBlockTypes(names: ${JSON.stringify(overrideNames)}, attributes: ${JSON.stringify([...new Set(attributes)])}, key: "${key}")`;
}

/**
 * Mistakes in the list of block overrides, a line each, with the place and the fix.
 * @param answer of the CMS: JSON
 */
export function overrideProblems(answer: string | null | undefined): string[] {
  const readers = asked().filter(isReader);
  const { blocks, attributes, known } = parsed(answer);
  const has = isRecord(known) ? known : {};
  const ofBlocks = texts(blocks).map((name) => {
    const meant = nearest(name, texts(has.blocks));
    return aboutOverride(
      name,
      `WordPress has no such block, and no content has it. Fix: ${meant ? `\`${meant}\`` : 'the name behind `<!-- wp:` in the code view of the editor; its plugin has to be active'}`,
    );
  });
  const ofAttributes = asked().flatMap((amiss) => {
    const { name, words } = amiss;
    const attribute = attributeOf(amiss);
    if (!texts(attributes).includes(`${name}#${attribute}`)) return [];
    const others = texts(isRecord(has.attributes) ? has.attributes[name] : []);
    const meant = nearest(attribute, others);
    return [
      aboutOverride(
        name,
        `the block has no attribute "${attribute}". Fix: ${meant ? `\`${meant}\`` : `one of ${others.join(', ')}`}`,
        words.slice(0, 1),
      ),
    ];
  });
  return [
    ...overrideListProblems,
    ...ofBlocks,
    ...readers.map(({ name, problem, words }) => aboutOverride(name, problem, words)),
    ...ofAttributes,
  ];
}

const texts = (value: unknown): readonly string[] => (isTexts(value) ? value : []);

function parsed(answer: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
