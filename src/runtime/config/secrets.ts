import { environmentTable } from './environment.ts';
import { environment } from './site.ts';

/** Shorter words would be found everywhere, and nobody's secret is that short. */
const MIN_LENGTH = 8;

/** Each secret of the environment and each word of it: `Basic dXNlcg==` is known by its second one as well, an address by its password. */
const words = environmentTable
  .filter((row) => row.kind === 'secret')
  .flatMap((row) => {
    const value = environment[row.name];
    return typeof value === 'string' ? [value, ...value.split(/\s+/), ...passwordOf(value)] : [];
  })
  .filter((word) => word.length >= MIN_LENGTH)
  .flatMap((word) => [word, JSON.stringify(word).slice(1, -1), encodeURIComponent(word)]);

/** The password in an address such as `smtps://user:password@host`, as it is written and as it is meant. */
function passwordOf(value: string): string[] {
  const password = /^[a-z]+:\/\/[^/@:]*:([^/]*)@/i.exec(value)?.[1];
  if (!password) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/** The text with every secret of this site replaced: what others answer may repeat what they were sent. */
export function withoutSecrets(text: string): string {
  return words.reduce((clean, word) => clean.replaceAll(word, '[secret]'), text);
}
