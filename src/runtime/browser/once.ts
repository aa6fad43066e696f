let last: { content: string; key: string } | undefined;

/**
 * What something is sent under: the same for the same content, until `settle` says that its answer has come. So what is sent once
 * more, because an answer was lost, is not taken twice.
 */
export function keyOf(content: string): string {
  if (last?.content !== content)
    last = { content, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
  return last.key;
}

/** What is sent from now on is something new, even where it says the same. */
export function settle(): void {
  last = undefined;
}
