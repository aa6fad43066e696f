import { draftMode } from 'next/headers';
import { CLOSED_FOLDERS } from '../../base/own-routes.ts';

/** Links to pages for one visitor, to addresses that change something, and to files. A query of `*` would match an empty one. */
const LEFT_OUT = [...CLOSED_FOLDERS.map((folder) => `/${folder}/*`), '/wp-*', '/*.*', '/*\\?(.+)'];

/**
 * A link that the pointer rests on, or that is being pressed, is rendered before it is clicked; scripts of the page that count
 * visitors wait until it is seen. Only pages of this site, and none that a click itself might not mean: other tabs, downloads, places
 * on the same page. Browsers ignore what they do not know.
 */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: LEFT_OUT } },
          { not: { selector_matches: '[rel~=nofollow], [target], [download], [href^="#"], [data-module]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/** Not in development, where a page that is rendered has to be compiled, and not in a preview. */
export async function SpeculationRules() {
  if (process.env.NODE_ENV === 'development' || (await draftMode()).isEnabled) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
  return <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />;
}
