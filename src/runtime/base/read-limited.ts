/**
 * The text of a body, as long as it is not too long. Counts while it reads: a chunked body has no length to ask for.
 * @returns null when it is longer than `maxBytes`; the rest of it is not read
 */
export async function readLimited(from: Request | Response, maxBytes: number): Promise<string | null> {
  if (Number(from.headers.get('content-length') ?? 0) > maxBytes) {
    // The sender of a request still waits for its answer on the same connection.
    if (from instanceof Response) await from.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's streams are iterable; the DOM's types do not know it yet.
  const body = from.body as unknown as AsyncIterable<Uint8Array> | null;
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
