import type { ReactNode } from 'react';

interface PageHeadingProps {
  children: ReactNode;
  /** A few words above the title. */
  label?: ReactNode;
  /** A few words at the end of their line, or of the title's. */
  aside?: ReactNode;
  /** Before the title: somebody's face. */
  picture?: ReactNode;
  /** A sentence or two below it. */
  lead?: ReactNode;
}

/** The page's own title: the only h1. */
export function PageHeading({ children, label, aside, picture, lead }: PageHeadingProps) {
  return (
    <header className="container page-heading">
      {label && (
        <p className="label">
          <span>{label}</span>
          <span>{aside}</span>
        </p>
      )}
      <div className="page-title">
        {picture}
        <h1>{children}</h1>
        {!label && aside && <p className="label">{aside}</p>}
      </div>
      {lead && <div className="lead">{lead}</div>}
    </header>
  );
}
