/**
 * Waits a limited time for a promise. The work behind it goes on, and an error that comes later is nobody's.
 * @param ms milliseconds
 * @param timedOut gives the result once they have passed, or throws
 * @throws whatever the promise rejects with in time
 */
export async function withTimeout<Result, Otherwise>(
  promise: Promise<Result>,
  ms: number,
  timedOut: () => Otherwise,
): Promise<Result | Otherwise> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(timedOut);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
