const CLOSED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '/>': '<', '</>': '<' };
/** Literals and comments; then brackets, and what opens and closes elements. */
const SIGNS =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/.*|=>|(<\/[\w.]*>|\/>|<(?=[\w>])|[()[\]{}])/g;

/** Whether lines of code open whatever they close, in order, and close whatever they open. */
export function isWhole(lines: readonly string[]): boolean {
  const open: string[] = [];
  for (const [, sign] of lines.join('\n').matchAll(SIGNS)) {
    if (!sign) continue;
    const opener = sign.startsWith('</') ? '<' : CLOSED_BY[sign];
    if (opener === undefined) open.push(sign);
    else if (open.pop() !== opener) return false;
  }
  return open.length === 0;
}

/** How many brackets of each kind are open at the end. */
export function openAtEnd(text: string): number[] {
  const count = (sign: string) => text.split(sign).length;
  return ['()', '[]', '{}'].map(([one = '', other = '']) => count(one) - count(other));
}
