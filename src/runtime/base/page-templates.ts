/** Begins the names of templates that editors choose: `template-landing`. */
const BEGIN = 'template-';

/** Names that WordPress and an HTTP header take as they are. */
const OFFERED = /^template-([a-z0-9]+(?:-[a-z0-9]+)*)\.tsx$/;

/** WordPress reads no more: see the companion's `PageTemplates`. */
const MOST = 100;

/**
 * The page templates that WordPress's editor offers, out of the files of `components/templates`.
 * @param files names with endings
 * @returns without `template-` and ending, in alphabetical order: `landing`
 */
export function offeredTemplates(files: readonly string[]): string[] {
  const names = files.flatMap((file) => OFFERED.exec(file)?.[1] ?? []);
  return names.sort().slice(0, MOST);
}

/**
 * The template that an editor chose for an item, by the site's name for it. A classic theme's `templates/landing.php` and
 * `template-landing.php` are `landing` as well: pages keep what they had before the site.
 * @param stored as the companion says it
 * @returns null for none
 */
export function chosenTemplate(stored: string | null | undefined): string | null {
  const file =
    (stored ?? '')
      .split('/')
      .at(-1)
      ?.replace(/\.(?:php|html)$/, '') ?? '';
  const name = file.startsWith(BEGIN) ? file.slice(BEGIN.length) : file;
  return name === '' || name === 'default' ? null : name;
}
