import { toHref } from 'headless-site/html';
import type { ReactNode } from 'react';

interface ButtonLinkProps {
  href?: string;
  children?: ReactNode;
  /** `plain` is a line around words; `inverse` stands on the accent or on ink. */
  look?: 'solid' | 'plain' | 'inverse';
}

const looks = {
  solid: 'border-accent bg-accent text-on-accent hover:bg-ink hover:border-ink hover:text-paper',
  plain: 'border-edge hover:border-ink',
  inverse: 'border-current hover:underline underline-offset-4',
};

/** A link that looks like a button. Nothing without an address or words: both are optional in the CMS. */
export function ButtonLink({ href, children, look = 'solid' }: ButtonLinkProps) {
  if (!href || !children) return null;
  return (
    <a
      href={toHref(href)}
      className={`inline-block rounded border px-5 py-2.5 text-sm font-medium transition-colors ${looks[look]}`}
    >
      {children}
    </a>
  );
}
