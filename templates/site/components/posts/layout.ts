/** How posts stand: 'magazine' leads with the newest, 'cards' have three columns, 'list' has one below the other. */
export type Layout = 'magazine' | 'cards' | 'list';

/** The page that WordPress lists its posts on, other archives, and a few posts below a page. */
export const layouts: Readonly<Record<'home' | 'archive' | 'latest', Layout>> = {
  home: 'magazine',
  archive: 'list',
  latest: 'cards',
};
