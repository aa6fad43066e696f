import { toHref } from 'headless-site/html';
import type { ReactNode } from 'react';

interface ButtonLinkProps {
  href?: string;
  children?: ReactNode;
  /** `plain` is a line around words. */
  look?: 'solid' | 'plain';
}

/** A link that looks like a button. Nothing without an address or words: both are optional in the CMS. */
export function ButtonLink({ href, children, look = 'solid' }: ButtonLinkProps) {
  if (!href || !children) return null;
  return (
    <a href={toHref(href)} className={look === 'plain' ? 'button plain' : 'button'}>
      {children}
    </a>
  );
}
