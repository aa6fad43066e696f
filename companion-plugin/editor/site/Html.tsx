import type { ReactNode } from 'react';

/** `html` is what there is to edit. */
export function Html({ html, className = '' }: { html?: ReactNode; className?: string }) {
  return html ? <div className={className}>{html}</div> : null;
}
