import { missingWords } from '@/components/words';

/** There is nothing at this address. */
export function NotFound() {
  return (
    <div className="container flex min-h-[60vh] flex-col justify-center py-section">
      <p className="label mb-3">{missingWords.code}</p>
      <h1 className="max-w-[20ch] text-4xl">{missingWords.title}</h1>
      <p className="mt-5 max-w-text font-text text-lg text-soft">
        {missingWords.before}{' '}
        <a href="/" className="link text-ink">
          {missingWords.frontPage}
        </a>{' '}
        {missingWords.after}
      </p>
    </div>
  );
}
