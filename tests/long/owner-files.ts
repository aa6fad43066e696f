/** Files that owners write. */

export const JOBS = `import { getStrategy } from 'headless-site';
import { siteConfig } from 'headless-site/config';
import { readShell } from 'headless-site/content';
import { EmptyState } from '@/components/content/EmptyState';
import { SiteShell } from '@/components/shell/SiteShell';

export default async function Jobs() {
  return (
    <SiteShell shell={await readShell(getStrategy(siteConfig, 'pages'))} currentPath="/jobs">
      <EmptyState title="No open positions">Write to us all the same.</EmptyState>
    </SiteShell>
  );
}
`;

export const MAIN_NAV = `export function MainNav() {
  return (
    <ul className="menu-list">
      <li>
        <a href="/contact">Contact</a>
      </li>
    </ul>
  );
}
`;

export const LOGO = `export function Logo({ name }: { name: string }) {
  return (
    <svg role="img" aria-label={name} width={32} height={32} viewBox="0 0 32 32">
      <circle cx={16} cy={16} r={14} />
    </svg>
  );
}
`;

export const SOCIAL = `export function Social() {
  return <a href="https://social.example/acme">Follow us</a>;
}
`;

export const PROVIDERS = `'use client';

import { createContext, type ReactNode } from 'react';

export const Consent = createContext(false);

export function Providers({ children }: { children: ReactNode }) {
  return <Consent value={false}>{children}</Consent>;
}
`;

export const SHARE = `import { plainText } from 'headless-site/html';
import { Icon } from '@/components/content/Icon';

export function Share({ title }: { title: string }) {
  return (
    <p className="article-column">
      <Icon name="mail" /> <a href={\`mailto:?subject=\${encodeURIComponent(plainText(title))}\`}>Send</a>
    </p>
  );
}
`;

export const OWN_TEST = `import { expect, test } from 'vitest';
import { shellWords } from '@/components/words';

test('the search has a name', () => {
  expect(shellWords.search).not.toBe('');
});
`;
