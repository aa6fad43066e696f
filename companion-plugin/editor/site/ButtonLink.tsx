import type { ReactNode } from 'react';

interface ButtonLinkProps {
  children?: ReactNode;
  look?: 'solid' | 'plain';
}

/** Looks as the site's, and leads nowhere. */
export function ButtonLink({ children, look = 'solid' }: ButtonLinkProps) {
  return children ? <span className={look === 'plain' ? 'button plain' : 'button'}>{children}</span> : null;
}
