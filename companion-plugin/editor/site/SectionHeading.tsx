import type { ReactNode } from 'react';

interface SectionHeadingProps {
  children?: ReactNode;
  level?: 1 | 2 | 3;
  className?: string;
}

/** As the site's, with something to type into. */
export function SectionHeading({ children, level = 2, className }: SectionHeadingProps) {
  const Heading = `h${level}` as const;
  return children ? <Heading className={className}>{children}</Heading> : null;
}
