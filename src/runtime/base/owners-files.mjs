/**
 * The names by which the runtime knows the owner's files, and the files, below the site's folder. Where Node itself reads the
 * runtime, the same names lead to the modules `owners-*` instead: see `given.ts`.
 */
export const ownersFiles = {
  'headless-site/site/answers': 'site.config.ts',
  'headless-site/site/blocks': 'components/blocks/own/index.ts',
  'headless-site/site/image-hosts': 'image-hosts.json',
  'headless-site/site/words': 'components/words.ts',
};
