/** The words of the error page; all others are in `words.ts`. */
export const errorWords = {
  label: 'Error',
  title: 'This page could not be shown',
  text: 'Something went wrong on our side. Trying once more often helps; if it does not, please come back in a few minutes.',
  retry: 'Try again',
  frontPage: 'Front page',
  reference: (digest: string) => `Reference ${digest}`,
};
