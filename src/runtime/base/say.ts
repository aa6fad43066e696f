/** Words with places for values: `{count} results for “{query}”`. Where the number counts, one text for each plural form. */
export type Message = string | ({ other: string } & { [Form in Intl.LDMLPluralRule]?: string });

/**
 * A message with its values, on the server and in the browser: words travel as data, functions cannot.
 * @param values `count` chooses the plural form; numbers are written as the language does
 * @param language BCP 47, of the words; where no number is among the values it makes no difference
 */
export function say(
  message: Message,
  values: Readonly<Record<string, string | number>>,
  language = 'en',
): string {
  const text =
    typeof message === 'string'
      ? message
      : (message[new Intl.PluralRules(language).select(Number(values.count))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? place);
  });
}
