'use client';

import { useEffect } from 'react';
import { themeScript } from '../../server/security/theme-script.ts';

const isServer = typeof window === 'undefined';

/**
 * In development Next makes the whole document again in the browser where a page is missing, and React complains about
 * each script in it, because it would not run. There it is text, and runs from here.
 */
export function ThemeScriptInDevelopment() {
  useEffect(() => {
    // biome-ignore lint/security/noGlobalEval: our own constant, in development
    if (!document.documentElement.dataset.theme) globalThis.eval(themeScript);
  }, []);
  return (
    <script
      type={isServer ? undefined : 'text/plain'}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
      dangerouslySetInnerHTML={{ __html: themeScript }}
    />
  );
}
