import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** The content that will appear here, or what to do about it. */
  children?: ReactNode;
}

/** A list with nothing in it. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="container page-part">
      <div className="empty">
        <h2>{title}</h2>
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
