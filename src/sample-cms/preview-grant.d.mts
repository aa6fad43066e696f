/** The one item that a preview header opens, or null. `now` is in Unix seconds. */
export function grantOf(header: string | undefined, secret: string | undefined, now?: number): number | null;
