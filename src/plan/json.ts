const LINE_WIDTH = 110;

/**
 * JSON as the formatter of the generated site leaves it: lists of plain values on one line where they fit.
 * @param hasRows objects of plain values stand on one line, too, however long: a diff of Git shows which of them changed
 */
export function jsonText(value: unknown, hasRows = false): string {
  return `${format(value, '', 0, hasRows)}\n`;
}

/** The value of a JSON text, with or without a byte order mark; undefined when it is none. The parser's error quotes it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function format(value: unknown, indent: string, before: number, hasRows: boolean): string {
  if (Array.isArray(value)) {
    const inline = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const plain = value.every(isScalar);
    // One column is kept for the comma that may follow.
    if (plain && before + inline.length < LINE_WIDTH) return inline;
    const items = value.map(
      (item) => `${indent}  ${format(item, `${indent}  `, indent.length + 2, hasRows)}`,
    );
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    if (entries.length === 0) return '{}';
    if (hasRows && entries.every(([, item]) => isScalar(item)))
      return `{ ${entries.map((entry) => entry.map((part) => JSON.stringify(part)).join(': ')).join(', ')} }`;
    const lines = entries.map(([key, item]) => {
      const head = `${indent}  ${JSON.stringify(key)}: `;
      return head + format(item, `${indent}  `, head.length, hasRows);
    });
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  return JSON.stringify(value);
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;
