/** The words of the theme that the runtime itself needs; a site brings its own in `components/words.ts`. */
export const untitled = 'Untitled';

export const missingWords = { name: 'Page not found' };

export const archiveWords = {
  titleOfPage: (title: string, page: number) => `${title}, page ${page}`,
};
