import { type Answers, isTree } from './answers';

/**
 * Answers given before and not any more, for people: `cli.imageHosts: cdn.example.com`. An answer that has another value
 * now is none of them; of a list, what is missing from it is.
 */
export function droppedAnswers(before: Answers, after: Answers): string[] {
  return dropped(before, after, []);
}

function dropped(before: unknown, after: unknown, path: readonly string[]): string[] {
  if (isTree(before)) {
    const now = isTree(after) ? after : {};
    return Object.entries(before).flatMap(([key, value]) => dropped(value, now[key], [...path, key]));
  }
  if (Array.isArray(before)) {
    const gone = before.filter((entry) => !Array.isArray(after) || !after.includes(entry));
    return gone.length > 0 ? [`${path.join('.')}: ${gone.join(', ')}`] : [];
  }
  return before === undefined || after !== undefined ? [] : [`${path.join('.')}: ${before}`];
}
