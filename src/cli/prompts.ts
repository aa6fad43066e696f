import * as clack from '@clack/prompts';
import { type Answers, layer, nothing, treeWith, valueAt } from '../answers/answers';
import type { Detected, Question } from '../answers/question';
import { STRATEGY_SYNTAX } from '../answers/strategy';
import { CliError } from '../base/errors';
import { InvalidValue } from '../base/invalid-value';
import { cancelledMessage, SHOW_CURSOR } from '../base/signals';
import type { Output } from './output';
import { startSpinner } from './spinner';

/** The only place that talks to the prompt library. Every method ends a cancelled prompt the same way. */
export class Prompts {
  private readonly output: NodeJS.WriteStream;

  constructor(output: Output) {
    this.output = output.stream;
  }

  intro(title: string): void {
    clack.intro(title, { output: this.output });
  }

  outro(text: string): void {
    clack.outro(text, { output: this.output });
  }

  info(text: string): void {
    clack.log.info(text, { output: this.output });
  }

  /** A frame with a title, for what is read before going on. */
  note(title: string, text: string): void {
    clack.note(text, title, { output: this.output });
  }

  problem(text: string): void {
    clack.log.warn(text, { output: this.output });
  }

  /** @param prefill whether `initial` stands there to be edited; otherwise it is what Enter takes */
  async text(
    message: string,
    initial: string | undefined,
    check: (value: string) => void,
    prefill = false,
  ): Promise<string> {
    const fallback = prefill ? '' : (initial ?? '');
    const answer = await answered(
      clack.text({
        message,
        ...(prefill ? { initialValue: initial } : { placeholder: initial, defaultValue: initial }),
        output: this.output,
        validate: (value) => complaintOf(() => check(value || fallback)),
      }),
    );
    return (answer ?? '').trim() || fallback;
  }

  /** Asks for a secret: the typed text is not shown. */
  async secret(message: string, check: (value: string) => void): Promise<string> {
    const validate = (value: string | undefined) => complaintOf(() => check(value ?? ''));
    return answered(clack.password({ message, output: this.output, validate }));
  }

  async select<Value extends string>(
    message: string,
    options: readonly { value: Value; label?: string; hint?: string }[],
    initialValue?: Value,
  ): Promise<Value> {
    const asked = clack.select<string>({ message, options: [...options], initialValue, output: this.output });
    return (await answered(asked)) as Value;
  }

  async confirm(message: string, initialValue: boolean): Promise<boolean> {
    return answered(clack.confirm({ message, initialValue, output: this.output }));
  }

  /** Shows that something takes its time. */
  async during<Result>(
    message: string,
    done: string,
    failed: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const stop = startSpinner(message, this.output);
    try {
      const result = await work();
      stop(done, true);
      return result;
    } catch (error) {
      stop(failed, false);
      throw error;
    }
  }

  /**
   * Asks one question of the table; what is answered already, otherwise the recommended answer, is filled in.
   * @returns the answer; nothing where it is the one of before, which may be written in another way
   */
  async ask(question: Question, answers: Answers, detected: Detected): Promise<Answers> {
    const today = question.format(answers);
    const given = await this.asked(question, answers, today, detected);
    return today !== undefined && question.format(layer(answers, given)) === today ? {} : given;
  }

  private async asked(
    question: Question,
    answers: Answers,
    today: ReturnType<Question['format']>,
    detected: Detected,
  ): Promise<Answers> {
    const initial = today ?? question.recommended?.(detected);
    const message = question.why ? `${question.prompt}\n${question.why}` : question.prompt;
    if (question.kind === 'boolean') return question.parse(await this.confirm(message, initial !== false));
    if (question.kind === 'choice') {
      return question.parse(
        await this.select(message, question.choices ?? [], initial as string | undefined),
      );
    }
    if (question.kind === 'strategy') return this.askStrategy(question, message, String(initial ?? 'isr'));
    const filled =
      initial === undefined || initial === false ? undefined : initial === true ? 'auto' : initial;
    const check = (value: string) => {
      // A value that somebody wrote into the file may have no spelling here, and stays; one that can be emptied can be corrected.
      if (value !== today || question.optional) question.parse(value);
    };
    const edited = question.optional === true || question.kind === 'strategies';
    const typed = await this.text(message, filled, check, edited);
    if (typed === today) return {};
    const given = question.parse(typed);
    if (question.kind !== 'strategies') return given;
    return withRemoved(question, filled ? question.parse(filled) : answers, given);
  }

  private async askStrategy(question: Question, message: string, initial: string): Promise<Answers> {
    const { usual } = question;
    const options = [
      { value: 'isr', ...(usual ? { hint: usual } : {}) },
      ...(usual?.startsWith('every') ? [{ value: 'isr:false', hint: 'when the CMS reports a change' }] : []),
      ...(/^isr:\d/.test(initial) ? [{ value: initial, hint: 'as it is now' }] : []),
      { value: 'seconds', label: 'isr:<seconds>', hint: 'at most this old' },
      { value: 'static', hint: 'until the next build' },
      { value: 'ssr', hint: 'on every request' },
    ];
    const picked = await this.select(message, options, initial);
    if (picked !== 'seconds') return question.parse(picked);
    const check = (value: string) => {
      if (!/^[1-9]\d*$/.test(value))
        throw new InvalidValue(`must be a whole number of seconds (${STRATEGY_SYNTAX})`);
    };
    return question.parse(`isr:${await this.text('Seconds', '60', check)}`);
  }
}

/** Types that were taken out of the text are gone, not merely not mentioned. */
function withRemoved({ key }: Question, before: Answers, given: Answers): Answers {
  const were = Object.keys((valueAt(before, key) as object | undefined) ?? {});
  const gone = Object.fromEntries(were.map((type) => [type, nothing]));
  return layer(treeWith(key, gone), given);
}

/**
 * @param asked a prompt of the library, under way
 * @throws {CliError} `cancelled`, also after Ctrl-D: that closes the input, and the prompt would never settle
 */
async function answered<Answer>(asked: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await new Promise<Answer | symbol>((resolve, reject) => {
    const closed = () => {
      process.stdout.write(SHOW_CURSOR);
      resolve(Symbol('closed'));
    };
    process.once('beforeExit', closed);
    asked.then(resolve, reject).finally(() => process.off('beforeExit', closed));
  });
  // The library's own word for "cancelled" is a symbol as well.
  if (typeof answer === 'symbol') throw new CliError('cancelled', cancelledMessage());
  return answer as Exclude<Answer, symbol>;
}

/** The complaint of a check, as a sentence. */
function complaintOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidValue) && !(error instanceof CliError)) throw error;
    const fix = error instanceof CliError && error.fix ? ` ${error.fix}` : '';
    return error.message.charAt(0).toUpperCase() + error.message.slice(1) + fix;
  }
}
