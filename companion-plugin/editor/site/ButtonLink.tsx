import type { ReactNode } from 'react';

interface ButtonLinkProps {
  children?: ReactNode;
  look?: 'solid' | 'plain';
}

/** As the site's, but it leads nowhere. */
export function ButtonLink({ children, look = 'solid' }: ButtonLinkProps) {
  return children ? <span className={look === 'plain' ? 'button plain' : 'button'}>{children}</span> : null;
}
