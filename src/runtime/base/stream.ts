/** `ReadableStream.from`, which the types of the DOM do not know yet. */
export const streamFrom = (from: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  (
    ReadableStream as unknown as { from: (from: AsyncIterable<Uint8Array>) => ReadableStream<Uint8Array> }
  ).from(from);
