import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { languageOf } from '../../src/changes/look';
import { mergeText } from '../../src/changes/merge-text';
import { brokenBy, type Draw, edited, edits } from '../support/code-edits';

// MERGE_EDITS=<count> tries more of them, MERGE_SEED=<seed> draws the same again.
const COUNT = Number(process.env.MERGE_EDITS ?? 150);
const SEED = Number(process.env.MERGE_SEED ?? 20261123);

/** Numbers of a linear congruential generator, of Numerical Recipes. */
function drawing(seed: number): Draw {
  let state = seed >>> 0;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

const folder = 'templates/site';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.tsx'),
);
const texts = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8'));
const kindsOfEdits = Object.keys(edits);

/** One or two edits; with a place, near it. */
function side(base: string, draw: Draw, focus?: number) {
  const kinds = Array.from({ length: 1 + draw(2) }, () => kindsOfEdits[draw(kindsOfEdits.length)] ?? '');
  const text = kinds.reduce((now, kind) => edited(now, kind, draw, focus) ?? now, base);
  return { kinds, text };
}

function firstDifference(base: string, text: string): number {
  let at = 0;
  while (at < base.length && base[at] === text[at]) at++;
  return at;
}

test(`${COUNT} edits of owners and releases: what goes together is no worse than both`, () => {
  const draw = drawing(SEED);
  const counts = { tried: 0, together: 0, near: 0 };
  const bad: string[] = [];
  while (counts.tried < COUNT) {
    const base = texts[draw(texts.length)] ?? '';
    const ours = side(base, draw);
    const theirs = side(base, draw, firstDifference(base, ours.text));
    if (ours.text === base || theirs.text === base) continue;
    counts.tried++;
    const plainly = mergeText(base, ours.text, theirs.text);
    const merged = mergeText(base, ours.text, theirs.text, 'ours', languageOf('file.tsx'));
    if (merged.conflicts > 0) continue;
    counts.together++;
    if (plainly.conflicts === 0) continue;
    counts.near++;
    const known = new Set([base, ours.text, theirs.text].flatMap(brokenBy));
    const broken = brokenBy(merged.text).filter((one) => !known.has(one));
    if (broken.length > 0)
      bad.push(
        [ours.kinds, theirs.kinds, broken, base, ours.text, theirs.text, merged.text].join('\n=======\n'),
      );
  }
  console.log(`merge-edits: ${JSON.stringify(counts)}, ${bad.length} broken`);
  expect(bad.slice(0, 3), `${bad.length} of ${counts.near} broken`).toEqual([]);
}, 600_000);
