import { themeScript } from '../../server/security/theme-script.ts';

/** Sets the visitor's theme before the first paint. A constant of Next's decides, so that a build leaves the other one out. */
export const ThemeScript =
  process.env.NODE_ENV === 'development'
    ? (await import('./ThemeScriptInDevelopment.tsx')).ThemeScriptInDevelopment
    : // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
      () => <script dangerouslySetInnerHTML={{ __html: themeScript }} />;
