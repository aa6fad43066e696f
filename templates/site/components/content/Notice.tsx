import type { ReactNode } from 'react';
import { Icon } from './Icon';

interface NoticeProps {
  tone: 'info' | 'warning' | 'error';
  title: string;
  /** The cause and the fix. */
  children: ReactNode;
}

/** Explains a state to whoever builds the site: an unreachable CMS, an empty menu. Development only. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <aside aria-label={title} className="container">
      <div className={`site-notice ${tone}`}>
        <Icon name={tone === 'info' ? 'info' : 'warning'} />
        <div>
          <p className="site-notice-title">{title}</p>
          <div className="site-notice-text">{children}</div>
        </div>
      </div>
    </aside>
  );
}
