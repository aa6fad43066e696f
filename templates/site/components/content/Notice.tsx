import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

interface NoticeProps {
  tone: 'info' | 'warning' | 'error';
  title: string;
  /** The cause and the fix. */
  children: ReactNode;
}

const tones: Record<NoticeProps['tone'], { icon: IconName; colour: string }> = {
  info: { icon: 'info', colour: 'text-accent' },
  warning: { icon: 'warning', colour: 'text-warning' },
  error: { icon: 'warning', colour: 'text-danger' },
};

/** Explains a state to whoever builds the site: an unreachable CMS, an empty menu. Development only. */
export function Notice({ tone, title, children }: NoticeProps) {
  const { icon, colour } = tones[tone];
  return (
    <aside aria-label={title} className="container py-4">
      <div className="flex gap-3 rounded border border-line bg-muted px-4 py-3.5 text-sm">
        <Icon name={icon} className={`mt-0.5 ${colour}`} />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          <div className="mt-1 text-soft [&_a]:underline [&_code]:font-mono [&_code]:text-ink">
            {children}
          </div>
        </div>
      </div>
    </aside>
  );
}
