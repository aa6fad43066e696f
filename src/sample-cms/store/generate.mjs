import { slugify } from './paths.mjs';
import { HEADINGS, OPENINGS, SENTENCES, SETTINGS, SUBJECTS } from './words.mjs';

/** Coprime with the number of combinations, so that every title up to 36,000 differs from the others. */
const STEP = 7919;
const COMBINATIONS = OPENINGS.length * SUBJECTS.length * SETTINGS.length;
const NEWEST = Date.UTC(2025, 1, 27, 8, 15);
const HOURS_APART = 11;

const AUTHORS = ['rosa', 'tom', 'yuki'];
const CATEGORIES = ['making', 'materials', 'timber', 'places', 'people'];
const TAGS = ['oak', 'cork', 'joinery', 'chairs', 'finishing', 'repair', 'off-cuts'];
const IMAGES = [
  'workshop-morning.webp',
  'oak-chair.webp',
  'three-legged-stool.webp',
  'workbench.webp',
  'reading-lamp.webp',
  'board-stack.webp',
  'forest-path.webp',
  'river-mill.webp',
  'plane-and-shavings.webp',
  'plan-drawing.webp',
  'dovetail.webp',
  'table-and-cup.webp',
];

/**
 * Mulberry32: small, and the same numbers on every machine.
 * @param {number} seed
 */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {() => number} next @param {string[]} list */
const pick = (next, list) => list[Math.floor(next() * list.length)];

/**
 * A deck that is dealt to the end before any card comes again: no sentence twice on one screen.
 * @param {() => number} next
 * @param {string[]} list
 */
function deck(next, list) {
  /** @type {string[]} */
  let cards = [];
  return () => {
    if (!cards.length) cards = [...list];
    return cards.splice(Math.floor(next() * cards.length), 1)[0];
  };
}

/** @param {number} n */
function contentOf(n) {
  const next = random(n * 31 + 7);
  const sentence = deck(next, SENTENCES);
  const subject = deck(next, SUBJECTS);
  const heading = deck(next, HEADINGS);
  const paragraph = () => {
    const sentences = Array.from({ length: 2 + Math.floor(next() * 3) }, () =>
      sentence().replace('{a}', subject).replace('{b}', subject),
    );
    return `<p>${sentences.join(' ')}</p>`;
  };
  const parts = [paragraph(), paragraph()];
  for (let section = 1 + Math.floor(next() * 2); section > 0; section -= 1) {
    parts.push(`<h2>${heading()}</h2>`, paragraph(), paragraph());
  }
  const items = Array.from({ length: 3 }, () => `<li>${subject()}</li>`);
  parts.push(`<ul>\n${items.join('\n\n')}\n</ul>`, paragraph());
  return parts.join('\n\n');
}

/** @param {number} n  from 1; the same number is always the same post, however many there are */
function post(n) {
  const next = random(n);
  const combination = (n * STEP) % COMBINATIONS;
  const opening = OPENINGS[combination % OPENINGS.length];
  const subject = SUBJECTS[Math.floor(combination / OPENINGS.length) % SUBJECTS.length];
  const setting = SETTINGS[Math.floor(combination / OPENINGS.length / SUBJECTS.length)];
  const title = `${opening} ${subject} ${setting}`;
  const date = NEWEST - n * HOURS_APART * 3_600_000;
  /** @type {string | undefined} */
  let content;
  const record = {
    type: /** @type {const} */ ('post'),
    id: 10_000 + n,
    slug: slugify(title),
    title,
    date: new Date(date).toISOString().slice(0, 19),
    modified: new Date(date + Math.floor(next() * 9) * 86_400_000).toISOString().slice(0, 19),
    author: AUTHORS[Math.floor(next() * AUTHORS.length)],
    categories: [pick(next, CATEGORIES)],
    tags: [...new Set([pick(next, TAGS), pick(next, TAGS)])],
    image: pick(next, IMAGES),
  };
  // Text is made when it is read, and not enumerable so that copying a record does not read it.
  return Object.defineProperty(record, 'content', {
    enumerable: false,
    get: () => (content ??= contentOf(n)),
  });
}

/**
 * @param {number} count
 * @returns {Record<string, any>[]}
 */
export const generatedPosts = (count) => Array.from({ length: count }, (_, index) => post(index + 1));
