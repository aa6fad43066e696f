/**
 * A value as Next reads it from an env file. Next expands `$` even inside quotes, so it is escaped; base64 and
 * addresses need no quotes.
 * @throws {Error} for a line break: no quoting keeps one
 */
export function envValue(value: string): string {
  if (/[\r\n]/.test(value)) throw new Error('A value of an env file must be one line.');
  if (/^[\w@%+=:,./-]*$/.test(value)) return value;
  const escaped = value.replaceAll('$', '\\$');
  const quote = ["'", '`', '"'].find((mark) => !escaped.includes(mark)) ?? "'";
  return `${quote}${escaped}${quote}`;
}

/** The reverse of envValue, for what owners write too: quotes, and a comment after an unquoted value. */
export function parseEnvValue(text: string): string {
  const quoted = /^\s*(['"`])(.*)\1\s*(#.*)?$/.exec(text);
  const bare = quoted ? (quoted[2] ?? '') : text.replace(/(^|\s)#.*$/, '').trim();
  return bare.replaceAll('\\$', '$');
}
