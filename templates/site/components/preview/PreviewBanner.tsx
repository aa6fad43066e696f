interface PreviewBannerProps {
  title: string;
  /** Unix seconds. */
  expiresAt: number;
  /** Where the way out leads: `/api/exit-preview`. */
  exitHref: string;
}

/** Says that this is not the published page, until when, and how to leave. */
export function PreviewBanner({ title, expiresAt, exitHref }: PreviewBannerProps) {
  const until = new Date(expiresAt * 1000);
  const time = until.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  return (
    <aside aria-label="Preview" className="sticky top-0 z-30 bg-ink text-paper">
      <div className="container flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5 text-sm">
        <p className="min-w-0">
          <strong className="font-semibold">Preview</strong> of {title ? `“${title}”` : 'an untitled draft'},
          open until <time dateTime={until.toISOString()}>{time} UTC</time>. Visitors do not see it.
        </p>
        <a href={exitHref} className="inline-block py-1 font-medium underline underline-offset-4">
          Leave the preview
        </a>
      </div>
    </aside>
  );
}
