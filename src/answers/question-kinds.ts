import { InvalidValue } from '../base/invalid-value';
import { pictureHost } from '../cms/url';
import { withScheme } from '../runtime/content/images/origins';
import { type Answers, nothing, treeWith, valueAt } from './answers';
import type { Question } from './question';

/** The parts of a question that its kind decides. */
type Kind<K extends Question['kind']> = Pick<Question, 'key' | 'parse' | 'format'> & { kind: K };

/** An origin as people write it: no path, no user. */
const PICTURE_HOST = /^(?:https?:\/\/)?[\w.-]+(?::\d+)?\/?$/i;

function format(key: string) {
  return (answers: Answers) => {
    const value = valueAt(answers, key);
    return value === nothing ? false : (value as string | boolean | undefined);
  };
}

/** A text that may not be empty. `clean` checks and normalises it. */
export function text(key: string, clean: (value: string) => string = (value) => value.trim()): Kind<'text'> {
  const parse = (value: string | boolean) => {
    if (typeof value !== 'string' || value.trim() === '') throw new InvalidValue('must be a text, not empty');
    return treeWith(key, clean(value));
  };
  return { key, kind: 'text', parse, format: format(key) };
}

/**
 * A text that may be left out: empty means nothing, also where there was something.
 * @param problemOf what is wrong with a text that is not empty, if anything
 */
export function optionalText(
  key: string,
  problemOf: (value: string) => string | undefined = () => undefined,
): Kind<'text'> & { optional: true } {
  const parse = (value: string | boolean) => {
    const given = String(value).trim();
    const problem = given && problemOf(given);
    if (problem) throw new InvalidValue(problem);
    return treeWith(key, given || nothing);
  };
  return { key, kind: 'text', optional: true, parse, format: format(key) };
}

/** A list of exact hosts, or origins where one is not read by https, with commas between; empty means none. */
export function hostList(key: string): Kind<'text'> & { optional: true } {
  const parse = (value: string | boolean) => {
    const given = String(value)
      .split(/[\s,]+/)
      .filter(Boolean);
    const hosts = given.map((one) => pictureHost(withScheme(one)));
    if (hosts.includes(undefined) || !given.every((one) => PICTURE_HOST.test(one)))
      throw new InvalidValue(
        'must be names of hosts with commas between: cdn.example.com,images.example.org',
      );
    return treeWith(key, hosts.length > 0 ? [...new Set(hosts)] : nothing);
  };
  const write = (answers: Answers) => {
    const hosts = valueAt(answers, key);
    return hosts === nothing ? false : (hosts as readonly string[] | undefined)?.join(',') || undefined;
  };
  return { key, kind: 'text', optional: true, parse, format: write };
}

export function choice(
  key: string,
  values: readonly string[],
): Kind<'choice'> & Required<Pick<Question, 'choices'>> {
  const parse = (value: string | boolean) => {
    if (!values.includes(String(value))) throw new InvalidValue(`must be one of ${values.join(', ')}`);
    return treeWith(key, value);
  };
  return { key, kind: 'choice', parse, format: format(key), choices: values.map((value) => ({ value })) };
}

export function yesNo(key: string): Kind<'boolean'> {
  return { key, kind: 'boolean', parse: (value) => treeWith(key, value === true), format: format(key) };
}

/** A flag that stands for one value of another question; never asked by itself. */
export function flagless(key: string, value: string): Kind<'shortcut'> {
  return {
    key,
    kind: 'shortcut',
    parse: () => treeWith(key, value),
    format: (answers) => (valueAt(answers, key) === value ? true : undefined),
  };
}
