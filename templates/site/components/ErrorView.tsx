interface ErrorViewProps {
  /** Tries once more; without it the visitor is told to reload. */
  retry?: () => void;
  /** Number of the error in the server's log. */
  digest?: string;
}

/** Something broke while the page was made. Says nothing about the cause: that is in the log. */
export function ErrorView({ retry, digest }: ErrorViewProps) {
  return (
    <main id="content" className="container flex min-h-dvh flex-col justify-center py-section">
      <p className="label mb-3">Error</p>
      <h1 className="max-w-[20ch] text-4xl">This page could not be shown</h1>
      <p className="mt-5 max-w-text font-text text-lg text-soft">
        Something went wrong on our side. Trying once more often helps; if it does not, please come back in a
        few minutes.
      </p>
      <p className="mt-9 flex flex-wrap items-center gap-6">
        {retry && (
          <button type="button" onClick={retry} className="button">
            Try again
          </button>
        )}
        <a href="/" className="link inline-block py-2">
          Front page
        </a>
      </p>
      {digest && <p className="label mt-10">Reference {digest}</p>}
    </main>
  );
}
