import type { ReactNode } from 'react';

/** One drawing for each block, in lines: where its words, pictures and buttons are. */
const paths: Record<string, string> = {
  'companion/hero-centered': 'M4 6h16M7 10h10M9.5 14.5h5v3h-5Z',
  'companion/hero-split': 'M3.5 7h7M3.5 11h6M3.5 15.5h4M13 6h7.5v12H13Z',
  'companion/features-grid': 'M4 5h6v5H4ZM14 5h6v5h-6ZM4 14h6v5H4ZM14 14h6v5h-6Z',
  'companion/content-section': 'M3.5 6h5M11.5 6h9M11.5 10h9M11.5 14h9M11.5 18h6',
  'companion/pricing': 'M3.5 6h5v13h-5ZM9.5 4h5v15h-5ZM15.5 6h5v13h-5Z',
  'companion/testimonials':
    'M5 13V9.5A2.5 2.5 0 0 1 7.5 7M5 13h4v4H5ZM14 13V9.5A2.5 2.5 0 0 1 16.5 7M14 13h4v4h-4Z',
  'companion/cta-simple': 'M3.5 7h17M3.5 17h17M4.5 12h7M15 10.5h5v3h-5Z',
  'companion/cta-boxed': 'M3.5 5.5h17v13h-17ZM8 10h8M9.5 13h5v2.5h-5Z',
  'companion/sidebar': 'M3.5 5.5h17v13h-17ZM14.5 5.5v13',
  'companion/sidebar-content-section': 'M7 6h10M7 10h10M7 14h10M7 18h6',
  'companion/sidebar-cta-simple': 'M6 5.5h12v13H6ZM9 9.5h6M9.5 13h5v2.5h-5Z',
};

/** @returns a plain box for an owner's own block */
export function icon(block: string): ReactNode {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={1.5} aria-hidden="true">
      <path d={paths[block] ?? 'M4.5 5.5h15v13h-15Z'} fill="none" />
    </svg>
  );
}
