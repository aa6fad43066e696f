/** The same for what is made while the site runs: a page is cut before it is stored, and before its first visitor sees it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cutFramework, type KnownReferences, knownReferences, OF_ANOTHER_BUILD } from './cut.ts';
import type { KnownModules } from './flight.ts';
import { REFERENCES_FILE, readReferences, reasonToKeep } from './references.ts';

/** A page as Next stores it. */
interface Page {
  kind: string;
  html?: unknown;
  rscData?: unknown;
  segmentData?: unknown;
  postponed?: unknown;
}

/** @param build folder `.next`; undefined where its pages stay as they are */
export function readKnown(build: string): KnownReferences | undefined {
  const file = path.join(build, REFERENCES_FILE);
  return existsSync(file) ? knownReferences(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/**
 * The same while a build makes its pages, before it has written that file.
 * @param build folder `.next`
 */
export function readKnownOfBuild(build: string): KnownModules | undefined {
  if (reasonToKeep(path.dirname(build))) return undefined;
  try {
    const { framework, boundaries } = readReferences(build);
    return { framework: new Set(framework), boundaries: new Set(boundaries) };
  } catch {
    // The caller reports what is unfamiliar.
    return undefined;
  }
}

/** Changes the value itself: Next answers with it. */
export function toZeroJs(value: Page, known: KnownReferences): void {
  const { kind, html, rscData, postponed } = value;
  if (kind !== 'APP_PAGE' || typeof html !== 'string' || postponed !== undefined) return;
  if (!Buffer.isBuffer(rscData)) return;
  const cut = cutFramework(html, rscData, known);
  if (cut)
    Object.assign(value, { html: cut, rscData: Buffer.from(OF_ANOTHER_BUILD), segmentData: undefined });
}
