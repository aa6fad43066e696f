/** There is nothing at this address. */
export function NotFound() {
  return (
    <div className="container flex min-h-[60vh] flex-col justify-center py-section">
      <p className="label mb-3">404</p>
      <h1 className="max-w-[20ch] text-4xl">There is no page at this address</h1>
      <p className="mt-5 max-w-text font-text text-lg text-soft">
        It may have moved, or the address may have a typing error. The{' '}
        <a href="/" className="link text-ink">
          front page
        </a>{' '}
        is a good place to start again.
      </p>
    </div>
  );
}
