import type { ReactNode } from 'react';

interface PageHeadingProps {
  children: ReactNode;
  /** A few words above the title. */
  label?: ReactNode;
  /** A sentence or two below it. */
  lead?: ReactNode;
}

/** The page's own title: the only h1. */
export function PageHeading({ children, label, lead }: PageHeadingProps) {
  return (
    <header className="container pt-12 pb-8 md:pt-20 md:pb-12">
      {label && <p className="label mb-3">{label}</p>}
      <h1 className="max-w-[22ch] text-4xl">{children}</h1>
      {lead && <div className="mt-5 max-w-text font-text text-lg text-soft">{lead}</div>}
    </header>
  );
}
