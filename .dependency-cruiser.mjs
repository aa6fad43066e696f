/** Which imports are refused: `npm run lint`. @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle-of-files',
      comment: 'A file that is needed by what it needs cannot be read, tested or moved alone.',
      severity: 'error',
      from: { path: '^(src|templates/sample-cms)/' },
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment:
        'A folder is a layer: what two of them need lies in one that both may use, base/ at the bottom.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src|templates/sample-cms)/' },
      to: { circular: true },
    },
    {
      name: 'no-look-in-the-machinery',
      comment:
        'components/ is its owner’s. The blocks of the owner are the one thing that lib/ takes from there.',
      severity: 'error',
      from: { path: '^templates/site/lib/', pathNot: '^templates/site/lib/blocks/own' },
      to: { path: '^templates/site/(components|app)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
