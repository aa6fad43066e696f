import { InvalidValue } from '../base/invalid-value';
import { type BuiltInType, renderingDefaults, type strategies } from '../runtime/config';
import { nothing, treeWith, valueAt } from './answers';
import type { Question } from './question';

export interface StrategyAnswer {
  strategy: (typeof strategies)[number];
  revalidate?: number | boolean;
  generateStaticParams?: boolean;
}

export const STRATEGY_SYNTAX = 'static, isr, isr:<seconds>, isr:false or ssr';

/**
 * `isr` alone takes the type's own interval; a custom type has none, so it is left to the schema.
 * @throws {InvalidValue} for anything but the five spellings
 */
export function parseStrategy(text: string, type?: BuiltInType): StrategyAnswer {
  if (text === 'static' || text === 'ssr') return { strategy: text, revalidate: false };
  if (text === 'isr') {
    return type ? { strategy: 'isr', revalidate: renderingDefaults[type].revalidate } : { strategy: 'isr' };
  }
  if (text === 'isr:false') return { strategy: 'isr', revalidate: false };
  const seconds = /^isr:([1-9]\d{0,9})$/.exec(text)?.[1];
  if (seconds) return { strategy: 'isr', revalidate: Number(seconds) };
  const zero = /^isr:0+$/.test(text) ? ' (seconds start at 1; for every request use ssr)' : '';
  throw new InvalidValue(`must be ${STRATEGY_SYNTAX}${zero}`);
}

/** The shortest spelling that means the same. `generateStaticParams` has no spelling: it lives in the file only. */
export function formatStrategy({ strategy, revalidate }: StrategyAnswer, type?: BuiltInType): string {
  if (strategy !== 'isr') return strategy;
  const seconds = revalidate === true ? 60 : revalidate;
  const usual = type ? renderingDefaults[type].revalidate : undefined;
  return seconds === usual || seconds === undefined ? 'isr' : `isr:${seconds}`;
}

/** The value of `--custom` for no custom types, whatever the CMS has. */
export const NO_CUSTOM_TYPES = 'none';

/** `books=isr:60,events=ssr`, as the repeated flag or the prompt gives it. */
function parseCustom(text: string): Record<string, StrategyAnswer> {
  if (text.trim() === NO_CUSTOM_TYPES) return {};
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry): [string, StrategyAnswer] => {
      const [type = '', strategy, ...rest] = entry.split('=');
      if (!type || strategy === undefined || rest.length > 0) {
        throw new InvalidValue(`must be <type>=<strategy>, for example books=isr:60`);
      }
      return [type.trim(), parseStrategy(strategy.trim())];
    });
  return Object.fromEntries(entries);
}

function formatCustom(custom: Record<string, StrategyAnswer>): string {
  return Object.entries(custom)
    .map(([type, answer]) => `${type}=${formatStrategy(answer)}`)
    .join(',');
}

/** The strategy of one content type, or of all custom types in one text. */
export function strategy(
  type: BuiltInType | 'custom',
): Pick<Question, 'key' | 'flags' | 'kind' | 'group' | 'parse' | 'format'> {
  const key = `rendering.${type}`;
  const custom = type === 'custom';
  return {
    key,
    flags: [custom ? '--custom <type=strategy>' : `--${type} <strategy>`],
    kind: custom ? 'strategies' : 'strategy',
    group: 'Rendering',
    parse: (value) => {
      if (!custom) return treeWith(key, parseStrategy(String(value), type));
      const types = parseCustom(String(value));
      // None is an answer, over those that were there or that the CMS has.
      return treeWith(key, Object.keys(types).length > 0 ? types : nothing);
    },
    format: (answers) => {
      const answer = valueAt(answers, key);
      if (answer === undefined || answer === nothing) return undefined;
      if (custom) return formatCustom(answer as Record<string, StrategyAnswer>) || undefined;
      return formatStrategy(answer as StrategyAnswer, type);
    },
  };
}
