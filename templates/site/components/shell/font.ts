/**
 * The file that a page in a Latin script needs first, for the preload in app/layout.tsx: for another script, name
 * that script's file. fonts.css names the same file, and the bundler gives both the same address.
 * next/font/local cannot do this: it takes paths only, and where a package lies differs between package managers.
 */
export const fontUrl = new URL(
  '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
  import.meta.url,
).href;
