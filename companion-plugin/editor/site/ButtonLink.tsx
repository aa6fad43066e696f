import type { ReactNode } from 'react';

interface ButtonLinkProps {
  children?: ReactNode;
  look?: 'solid' | 'plain' | 'inverse';
}

/** As the site's, but it leads nowhere. The classes are the site's. */
const looks = {
  solid: 'border-accent bg-accent text-on-accent',
  plain: 'border-edge',
  inverse: 'border-current',
};

export function ButtonLink({ children, look = 'solid' }: ButtonLinkProps) {
  if (!children) return null;
  return (
    <span className={`inline-block rounded border px-5 py-2.5 text-sm font-medium ${looks[look]}`}>
      {children}
    </span>
  );
}
