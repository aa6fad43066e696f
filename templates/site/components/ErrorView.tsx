import { errorWords } from '@/components/error-words';

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
      <p className="label mb-3">{errorWords.label}</p>
      <h1 className="max-w-[20ch] text-4xl">{errorWords.title}</h1>
      <p className="mt-5 max-w-text font-text text-lg text-soft">{errorWords.text}</p>
      <p className="mt-9 flex flex-wrap items-center gap-6">
        {retry && (
          <button type="button" onClick={retry} className="button">
            {errorWords.retry}
          </button>
        )}
        <a href="/" className="link inline-block py-2">
          {errorWords.frontPage}
        </a>
      </p>
      {digest && <p className="label mt-10">{errorWords.reference(digest)}</p>}
    </main>
  );
}
