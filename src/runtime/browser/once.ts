/** The last thing sent from this tab that has no answer yet. */
interface Pending {
  /** Checksum of the content, which itself is kept nowhere. */
  sum: string;
  key: string;
  /** Nobody knows whether it has arrived. */
  isUnknown?: boolean;
}

const PENDING = 'sent-last';
/** Where the browser keeps nothing. */
let last: Pending | null = null;

/**
 * The key that something is sent under: the same for the same content, also after a reload, until `settle` is told what came of it.
 * So a retry, because an answer was lost, is not taken twice.
 */
export function keyOf(content: string): string {
  const sum = sumOf(content);
  try {
    last ??= JSON.parse(sessionStorage.getItem(PENDING) ?? 'null');
  } catch {
    // Storage is switched off.
  }
  if (last?.sum !== sum) keep({ sum, key: crypto.getRandomValues(new Uint32Array(4)).join('-') });
  return last?.key ?? '';
}

/**
 * Takes in what came of it.
 * @param isDecided whether it was taken, or refused for good: what is sent from now on is something new, even where it says the same
 * @param word that the site has for it
 * @returns the word to show: what may have arrived earlier was not refused by what did not arrive now
 */
export function settle<Word extends string | undefined>(isDecided: boolean, word: Word): Word | 'unknown' {
  if (isDecided) keep(null);
  else if (word === 'unknown') keep(last && { ...last, isUnknown: true });
  else if (last?.isUnknown && (word === 'failed' || word === 'limited')) return 'unknown';
  return word;
}

function keep(pending: Pending | null): void {
  last = pending;
  try {
    if (pending) sessionStorage.setItem(PENDING, JSON.stringify(pending));
    else sessionStorage.removeItem(PENDING);
  } catch {
    // Storage is switched off.
  }
}

/** Two sums of 32 bits: what they mistake for the same is one thing in billions. */
function sumOf(content: string): string {
  let [a, b] = [7, 11];
  for (let at = 0; at < content.length; at++) {
    a = (Math.imul(a, 31) + content.charCodeAt(at)) | 0;
    b = (Math.imul(b, 65_599) + content.charCodeAt(at)) | 0;
  }
  return `${a},${b}`;
}
