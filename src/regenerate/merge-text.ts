import { diffComm, merge } from 'node-diff3';

/** Brings two changes of a text together by lines; undefined when they meet. */
export function mergeText(base: string, ours: string, theirs: string): string | undefined {
  const [o, a, b] = [base.split('\n'), ours.split('\n'), theirs.split('\n')];
  const merged = merge(a, o, b, { excludeFalseConflicts: true });
  return merged.conflict ? undefined : merged.result.join('\n');
}

const CONTEXT = 2;

/** The difference between two texts, for a person: `-` is what is there, `+` is what would come. */
export function showDifference(ours: string, theirs: string): string[] {
  const parts = diffComm(ours.split('\n'), theirs.split('\n'));
  return parts.flatMap((part) => {
    if (part.common) {
      const lines = part.common.map((line) => `  ${line}`);
      if (lines.length <= CONTEXT * 2) return lines;
      return [...lines.slice(0, CONTEXT), '  …', ...lines.slice(-CONTEXT)];
    }
    return [...part.buffer1.map((line) => `- ${line}`), ...part.buffer2.map((line) => `+ ${line}`)];
  });
}
