/** Which imports are refused: `npm run lint`. @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle-of-files',
      comment: 'A file that is needed by what it needs cannot be read, tested or moved alone.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment:
        'A folder is a layer: what two of them need lies in one that both may use, base/ at the bottom.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-site-in-the-runtime',
      comment: 'A site is its owner’s. The runtime knows its files by headless-site/site/* only.',
      severity: 'error',
      from: { path: '^src/runtime/' },
      to: { path: '^templates/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
  },
};
