/** The outcome of something that a visitor sent: a form, a comment, a message, a password. */
export type Result<Taken extends { kind: 'taken' }, More = unknown> = Taken | (Refused & More);

/** Text of WordPress or of the interface, or a name among the words of the form. */
export type Message<Word extends string = string> = { text: string } | { word: Word };

export interface Refused {
  kind: 'refused';
  /** HTTP status of the answer. */
  status: RefusedStatus;
  message: Message<RefusedWord>;
  /** The field that the message is about. */
  field?: string;
  /** Seconds until the next try. */
  retryAfter?: number;
}

/** `unknown`: it may have arrived. `gone`: the form is no longer there. `wrong`: the password is. */
export type RefusedWord = 'failed' | 'unknown' | 'gone' | 'tooLarge' | 'limited' | 'wrong';

export type RefusedStatus = 400 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 502 | 503;

export const refused = (
  status: RefusedStatus,
  word: RefusedWord = 'failed',
  more: Pick<Refused, 'retryAfter'> = {},
): Refused => ({ kind: 'refused', status, message: { word }, ...more });

/** @param retryAfter seconds; 0 or none where the next try may come at once */
export const retryHeader = (retryAfter?: number): Record<string, string> =>
  retryAfter ? { 'Retry-After': String(retryAfter) } : {};
