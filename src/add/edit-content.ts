/** The owner's fields. */
export const CONTENT_FILE = 'content.config.ts';

const OPEN = 'defineContent({';

/**
 * Edits a text whatever its line ends are.
 * @param edit gets and gives a text with line feeds; undefined for a text that it does not understand
 */
export function inItsLineEnds(text: string, edit: (plain: string) => string | undefined): string | undefined {
  const edited = edit(text.replaceAll('\r\n', '\n'));
  return text.includes('\r\n') ? edited?.replaceAll('\n', '\r\n') : edited;
}

/**
 * Adds an entry.
 * @param text of `content.config.ts`
 * @param kind `fields`, `terms` or `site`
 * @param type WordPress's name of what has the fields
 * @param entry as it stands in there, indented by four spaces
 * @returns undefined where the file is written in another form than ours, or the type has an entry
 */
export function withFieldEntry(text: string, kind: string, type: string, entry: string): string | undefined {
  const begin = `  ${kind}: {\n`;
  return inItsLineEnds(text, (plain) => {
    const [before = '', after, ...more] = plain.split(OPEN);
    if (after === undefined || more.length > 0 || /^(?:<{7}|={7}|>{7})/m.test(plain)) return undefined;
    if (/^\s*\}\)/.test(after)) return `${before}${OPEN}\n${begin}${entry}  },\n${after.replace(/^\s*/, '')}`;
    if (!after.startsWith('\n')) return undefined;
    // `fields,` and `fields: of(…)` are forms that we do not know, wherever they stand.
    const [head = '', rest, ...others] = after.split(`\n${begin}`);
    if (rest === undefined)
      return new RegExp(`(?:^|[\\s,{])${kind}\\s*[:,}(]`).test(after)
        ? undefined
        : `${before}${OPEN}\n${begin}${entry}  },${after}`;
    const own = /^(?:(?: {3,}.*)?\n)*? {2}\},?$/m.exec(rest)?.[0];
    if (others.length > 0 || own === undefined || !rest.startsWith(own)) return undefined;
    const hasType = own
      .split('\n')
      .some((line) => line.startsWith(`    ${keyOf(type)}:`) || line.startsWith(`    '${type}'`));
    return hasType ? undefined : `${before}${OPEN}${head}\n${begin}${entry}${rest}`;
  });
}

/**
 * Whether an entry asks for a group already, as far as the file is written in our form.
 * @param group its name in GraphQL
 */
export function asksFor(text: string, kind: string, type: string, group: string): boolean {
  const [, section = ''] = text.replaceAll('\r\n', '\n').split(`\n  ${kind}: {\n`);
  const [entries = ''] = section.split('\n  }');
  const key = `(?:${keyOf(type)}|'${type}')`;
  const [, entry = ''] = new RegExp(`^ {4}${key}: \\{\\n([^]*?)^ {4}\\}`, 'm').exec(`${entries}\n`) ?? [];
  return new RegExp(`\\b${group}\\s*\\{`).test(entry);
}

/** A key of an object, as Biome writes it. */
export const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);
