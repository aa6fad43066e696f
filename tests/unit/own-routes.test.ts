import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLOSED_FOLDERS, FOLDERS_WITHOUT_PAGES, isWithoutPage, OWN_FOLDERS } from '@/runtime/base/own-routes';

describe("the site's own folders", () => {
  it.each([
    ['/api', true],
    ['/api?x', true],
    ['/api/forms/1', true],
    ['/_next/static/a.js', true],
    ['/apiary/', false],
    ['/about/api/', false],
    ['/', false],
  ])('knows whether %s has a page', (url, expected) => expect(isWithoutPage(url)).toBe(expected));

  it('keeps every closed folder and every folder without pages for itself', () => {
    for (const folder of [...CLOSED_FOLDERS, ...FOLDERS_WITHOUT_PAGES]) expect(OWN_FOLDERS).toContain(folder);
  });

  // Next reads the matcher of a proxy without running the file, and nginx has no import.
  it.each([
    ['proxy.ts', `'/((?!${FOLDERS_WITHOUT_PAGES.map((folder) => `${folder}/`).join('|')}).*)'`],
    ['deploy/nginx.conf', `location ~ ^/(${FOLDERS_WITHOUT_PAGES.join('|')})/ {`],
  ])('names the folders without pages in %s as the table does', (file, expected) =>
    expect(readFileSync(`templates/site/${file}`, 'utf8')).toContain(expected),
  );
});
