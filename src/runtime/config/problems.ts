import * as z from 'zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * Turns zod's issues into `path: message` lines, one a problem.
 * No line ever repeats a value: it may be a secret.
 */
export function problemsOf(error: z.ZodError, schema: z.ZodType): string[] {
  return error.issues.flatMap((issue) => linesOf(issue, [], schema));
}

function linesOf(issue: Issue, parent: Path, schema: z.ZodType): string[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    return issue.keys.map((key) => line([...path, key], unknownKey(key, known)));
  }
  if (issue.code === 'invalid_union') {
    // The branch that got furthest says most: `features.preview.enabled: required` beats "must be …".
    const deeper = issue.errors.find((branch) =>
      branch.some((i) => i.path.length > 0 || i.code === 'unrecognized_keys' || i.code === 'too_small'),
    );
    if (deeper?.some((i) => i.path.length > 0 || i.code === 'unrecognized_keys')) {
      return deeper.flatMap((i) => linesOf(i, path, schema));
    }
  }
  if (issue.code === 'invalid_key') return [line(path, 'is not a usable key')];
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) {
    return [line(path, 'must not be empty')];
  }
  if (issue.code === 'invalid_value')
    return [line(path, `must be one of ${issue.values.map(String).join(', ')}`)];
  return [line(path, issue.code === 'invalid_type' ? typeMessage(issue) : issue.message)];
}

function typeMessage(issue: z.core.$ZodIssueInvalidType): string {
  if (issue.message.endsWith('received undefined')) return 'required';
  return issue.message.replace(/^Invalid input: /, '');
}

function line(path: Path, message: string): string {
  return `${path.length > 0 ? path.map(String).join('.') : 'config'}: ${message}`;
}

function unknownKey(key: string, known: readonly string[]): string {
  const best = nearest(key, known);
  if (best) return `unknown key, did you mean \`${best}\`?`;
  return known.length > 0 ? `unknown key, expected one of ${known.join(', ')}` : 'unknown key';
}

/** The name that was most likely meant: one that contains it (`web` for `web_analytics`) or differs in few letters. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const ranked = names
    .map((name) => ({ name, distance: editDistance(lower, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const close = ranked[0] && ranked[0].distance <= Math.max(2, Math.floor(ranked[0].name.length / 2));
  if (close) return ranked[0]?.name;
  return lower.length < 3 ? undefined : ranked.find(({ name }) => name.toLowerCase().includes(lower))?.name;
}

/** Keys of the object schema that stands at `path`, through defaults, unions and records. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  let current: z.ZodType | undefined = schema;
  for (const step of path) {
    const object: z.ZodType | undefined = current && unwrap(current);
    if (object instanceof z.ZodObject) current = object.shape[String(step)] as z.ZodType | undefined;
    else if (object instanceof z.ZodRecord) current = object.valueType as z.ZodType;
    else return [];
  }
  const object = current && unwrap(current);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodUnion) {
    const object = schema.options.find((option) => unwrap(option as z.ZodType) instanceof z.ZodObject);
    return object ? unwrap(object as z.ZodType) : schema;
  }
  const inner = (schema as { _zod: { def: { innerType?: z.ZodType } } })._zod.def.innerType;
  return inner ? unwrap(inner) : schema;
}

/** How many letters must change, or change places with the next, to get from `a` to `b`. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j] ?? 0, (before[j - 2] ?? Number.POSITIVE_INFINITY) + 1);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
