import { errorWords } from '@/components/error-words';

interface ErrorViewProps {
  /** Tries once more; without it the visitor is told to reload. */
  retry?: () => void;
  /** Number of the error in the server's log. */
  digest?: string;
}

/** Something broke while the page was made. Says whose site it is, and nothing about the cause: that is in the log. */
export function ErrorView({ retry, digest }: ErrorViewProps) {
  return (
    <main id="content" className="container error-page">
      <a href="/" className="site-title" ref={nameSite}>
        {errorWords.frontPage}
      </a>
      <div>
        <p className="label">{errorWords.label}</p>
        <h1>{errorWords.title}</h1>
        <p className="lead">{errorWords.text}</p>
        <p className="error-ways">
          {retry && (
            <button type="button" onClick={retry} className="button">
              {errorWords.retry}
            </button>
          )}
          <a href="/" className="link">
            {errorWords.frontPage}
          </a>
        </p>
        {digest && <p className="label">{errorWords.reference(digest)}</p>}
      </div>
    </main>
  );
}

/** The layout has written it: there is no CMS to ask here. Not while this renders: where the server failed, the layout comes with it. */
function nameSite(link: HTMLAnchorElement | null) {
  const name = document.documentElement.dataset.site;
  if (link && name) link.textContent = name;
}
