import { readFileSync } from 'node:fs';
import { isDevelopment } from '../config/site.ts';

/** Where Next writes down the owner's redirects of `next.config.ts`. */
const MANIFESTS = isDevelopment
  ? ['.next/dev/routes-manifest.json', '.next/routes-manifest.json']
  : ['.next/routes-manifest.json'];

interface Redirect {
  source: string;
  regex: string;
  internal?: boolean;
}

let known: RegExp[] | undefined;

/** Whether the owner has a redirect of his own for the address, with or without conditions: it wins. @param url with its query */
export function isOwnersRedirect(url: string): boolean {
  known ??= read();
  const path = url.replace(/\?.*/s, '');
  return known.some((pattern) => pattern.test(path));
}

function read(): RegExp[] {
  for (const file of MANIFESTS) {
    try {
      const { redirects } = JSON.parse(readFileSync(file, 'utf8')) as { redirects: Redirect[] };
      return redirects
        .filter(({ source, internal }) => !internal && !isOfRuntime(source))
        .map(({ regex }) => new RegExp(regex, 'i'));
    } catch {
      // Another place, or none.
    }
  }
  return [];
}

/** The one of `pages/redirects.ts`, which is about every address. */
const isOfRuntime = (source: string) => source.startsWith('/:path((?!');
