/** The fix for markers, for a person. */
export const MARKERS_FIX =
  'Decide each place: keep your lines or the new ones, and delete the lines that start with <<<<<<<, |||||||, ======= and >>>>>>>. Then run it again.';

/** The line, counted from 1, at which the first conflict marker stands that was left in a text. */
export function findMarkers(text: string): number | undefined {
  const match = /^<{7}(?: .*)?$[\s\S]*?^={7}$[\s\S]*?^>{7}(?: .*)?$/m.exec(text.replaceAll('\r\n', '\n'));
  return match ? text.slice(0, match.index).split('\n').length : undefined;
}
