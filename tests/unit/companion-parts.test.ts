import { expect, test } from 'vitest';
import { type Capabilities, capabilitiesFrom } from '../../src/runtime/wordpress/fields/capabilities';
import { companionParts, withCompanionParts } from '../../src/runtime/wordpress/queries/companion-parts';

const all = capabilitiesFrom([]);
const lacking = (...fields: [string, string][]): Capabilities =>
  capabilitiesFrom(
    fields.map(([field, type]) => ({ message: `Cannot query field "${field}" on type "${type}".` })),
  );
const companion: [string, string][] = [
  ['companionInterval', 'Page'],
  ['companionTemplate', 'Page'],
  ['companionTakesPassword', 'Page'],
  ['companionComments', 'Page'],
  ['companionSettings', 'Page'],
  ['companionBlocks', 'Page'],
  ['flexibleContent', 'Page'],
  ['sidebarBlocks', 'Page'],
  ['blurDataUrl', 'MediaItem'],
  ['companionIndex', 'RootQuery'],
  ['companionRedirects', 'RootQuery'],
  ['companionIdentity', 'RootQuery'],
];

test('a plugin that is gone as a whole is expected back, and what else changed is taken as it is', () => {
  const now = { ...lacking(...companion), sticky: false };
  expect(companionParts(now)).toBeUndefined();
  expect(withCompanionParts(now, companionParts(all))).toEqual({ ...all, sticky: false });
});

test('a plugin that has lost one part, in another version, is taken as it is', () => {
  const older = lacking(['companionTemplate', 'Page'], ['companionRedirects', 'RootQuery']);
  expect(withCompanionParts(older, companionParts(all))).toEqual(older);
});

test('a site that never had the plugin does without', () => {
  const without = lacking(...companion);
  expect(withCompanionParts(without, undefined)).toEqual(without);
});

test('a key that opens more is no part: it is not written into a build', () => {
  const found = { ...all, overrideKey: 'secret', redirects: 'secret' };
  expect(JSON.stringify(companionParts(found))).not.toContain('secret');
});
