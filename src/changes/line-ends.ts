import { diffComm } from 'node-diff3';

const BOM = '\uFEFF';

/** A text as we generate them: lines end with `\n`, and no byte order mark stands in front. */
export function plain(text: string): string;
export function plain(text: string | undefined): string | undefined;
export function plain(text: string | undefined): string | undefined {
  return text?.replace(BOM, '').replaceAll('\r\n', '\n');
}

/**
 * Gives a text the line ends of the owner's: every line that was there keeps its own, a new one gets what most have.
 * @param ours the owner's text as it is
 * @param changed a plain text that came from it
 */
export function likeOwners(ours: string, changed: string): string {
  const mark = ours.startsWith(BOM) ? BOM : '';
  const before = ours.replace(BOM, '').split('\n');
  const count = before.filter((line) => line.endsWith('\r')).length;
  if (count === 0) return mark + changed;
  const usual = count * 2 >= before.length - 1 ? '\r' : '';
  const ends = before.map((line, index) =>
    index === before.length - 1 ? usual : line.endsWith('\r') ? '\r' : '',
  );
  let at = 0;
  const lines = diffComm(plain(ours).split('\n'), changed.split('\n')).flatMap(
    ({ common, buffer1, buffer2 }) => {
      const from = at;
      at += (common ?? buffer1 ?? []).length;
      return (common ?? buffer2 ?? []).map((line, index) => line + (common ? ends[from + index] : usual));
    },
  );
  return mark + lines.join('\n').replace(/\r$/, '');
}
