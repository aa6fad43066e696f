interface Listed {
  at: number;
  tokens: readonly string[];
}

/**
 * Rules by their path, and those of one path by the parameter that fewest of them have: a move from an old CMS has thousands for
 * `/index.php?option=content&id=1` and so on, and an address is held to those alone that it may match.
 */
export class RuleIndex {
  readonly #byPath = new Map<string, Listed[] | Map<string, number[]>>();

  /**
   * @param at place of the rule in the list
   * @param tokens what an address must have, each of them; see `tokensOf`
   */
  add(path: string, at: number, tokens: readonly string[]): void {
    const known = this.#byPath.get(path);
    if (Array.isArray(known)) known.push({ at, tokens });
    else this.#byPath.set(path, [{ at, tokens }]);
  }

  /** @param tokens of the address, the empty one too; asked for only where the path has rules */
  find(path: string, tokens: () => ReadonlySet<string>): number[] {
    const listed = this.#byPath.get(path);
    if (!listed) return [];
    const byToken = Array.isArray(listed) ? byRarest(listed) : listed;
    this.#byPath.set(path, byToken);
    return [...tokens()].flatMap((token) => byToken.get(token) ?? []);
  }
}

function byRarest(listed: readonly Listed[]): Map<string, number[]> {
  const counts = new Map<string, number>();
  for (const { tokens } of listed)
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const byToken = new Map<string, number[]>();
  for (const { at, tokens } of listed) {
    const [rarest = ''] = tokens.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
    const known = byToken.get(rarest);
    if (known) known.push(at);
    else byToken.set(rarest, [at]);
  }
  return byToken;
}
