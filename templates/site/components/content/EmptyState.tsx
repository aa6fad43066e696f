import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** What will appear here, or what to do about it. */
  children?: ReactNode;
}

/** A list with nothing in it. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="container pb-section">
      <div className="border-y border-line py-12 md:py-16">
        <h2 className="text-xl">{title}</h2>
        {children && <div className="mt-2 max-w-text text-soft">{children}</div>}
      </div>
    </div>
  );
}
