'use client';

import { ErrorView } from '@/components/ErrorView';

/** Next shows this in place of a page that threw. */
export default function PageError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return <ErrorView retry={() => retry()} digest={error.digest} />;
}
