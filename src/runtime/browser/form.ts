import { attentionOf } from './attention.ts';
import { keyOf, settle } from './once.ts';

/** Texts of a form, in its `data-words`. */
export interface FormWords {
  sending: string;
  sent: string;
  failed: string;
  unknown: string;
  gone: string;
  tooLarge: string;
  limited: string;
}

/** The route's answer (routes/forms.ts). */
interface Answer {
  status?: string;
  message?: string;
  word?: keyof FormWords;
  fields?: { name: string; message: string }[];
  hidden?: Record<string, string>;
}

/** Bytes that the route takes. */
const MAX = 16 * 1024 * 1024;

// A range says its value while it moves, and a counter (`count-down-500-message`) the characters. Without this file they have none to say.
addEventListener('input', ({ target }) => {
  const { parentElement, form, id, name, value } = target as HTMLInputElement;
  const box = boxBeside(parentElement);
  // A visitor who writes beside a box has chosen it.
  if (box && id.endsWith(BESIDE) && value) box.checked = true;
  const output = parentElement?.querySelector('output');
  if (output) output.textContent = value;
  output?.removeAttribute('hidden');
  for (const counter of form?.querySelectorAll('[class^=count-]') ?? []) {
    const [, way, from, counted] = counter.className.match(/^count-(\w+)-(\d+)-(.+)/) ?? [];
    if (counted === name)
      counter.textContent = `${way === 'down' ? Number(from) - value.length : value.length}`;
  }
});

/** How the id of a text beside a box ends (pages/form-control.ts). */
const BESIDE = '-other';
const boxBeside = (parent: Element | null) => parent?.querySelector<HTMLInputElement>('label > input');

// Text beside a box that is not chosen any more is not sent, as in Contact Form 7's own script.
addEventListener('change', ({ target }) => {
  const { form, name } = target as HTMLInputElement;
  for (const text of form?.querySelectorAll<HTMLInputElement>(`input[id$="${BESIDE}"]`) ?? []) {
    const box = boxBeside(text.parentElement);
    if (box?.name === name) text.disabled = !box.checked && text.value !== '';
  }
});

/**
 * Sends a form of WordPress by fetch and says at its fields what is wrong. Without this file the browser posts the form itself, and the
 * route answers with the page and the same messages in it. A field may be called like anything of the form (`action`, `reset`), so
 * nothing is read from the element but attributes.
 */
export default async function send(form: HTMLFormElement): Promise<void> {
  const all = <Found extends HTMLElement>(selector: string) => [...form.querySelectorAll<Found>(selector)];
  const [button] = all<HTMLButtonElement>('button');
  const [status] = all('[role=status]');
  // A second tap, while the first one is on its way.
  if (!button || !status || button.disabled) return;
  const words = JSON.parse(form.getAttribute('data-words') ?? '') as FormWords;
  const label = button.textContent;
  button.disabled = true;
  button.textContent = words.sending;
  status.textContent = '';
  const isAttentive = attentionOf(form);
  const content = contentOf(form);
  const answer = await post(form, content);
  const mayFocus = isAttentive();
  button.disabled = false;
  button.textContent = label;

  for (const field of all('[aria-invalid]')) field.removeAttribute('aria-invalid');
  for (const place of all('[data-shown]')) place.removeAttribute('data-shown');
  // Text typed while the form was in flight is not in it.
  if (answer.status === 'sent' && contentOf(form) === content) {
    HTMLFormElement.prototype.reset.call(form);
    for (const text of all<HTMLInputElement>(`input[id$="${BESIDE}"]`)) text.disabled = false;
    for (const output of all('output')) output.hidden = true;
    for (const counter of all('[class^=count-]'))
      counter.textContent = /\d+/.exec(counter.className)?.[0] ?? '';
  }
  let message = answer.message ?? words[answer.word ?? 'failed'];
  for (const wrong of answer.fields ?? []) {
    const fields = all(`[name="${CSS.escape(wrong.name)}"]`);
    const [place] = all(`[data-for="${CSS.escape(wrong.name)}"]`);
    // This page does not have the field.
    if (!place) message += ` ${wrong.message}`;
    else {
      place.textContent = wrong.message;
      place.setAttribute('data-shown', '');
      for (const field of fields) field.setAttribute('aria-invalid', 'true');
    }
  }
  for (const [name, value] of Object.entries(answer.hidden ?? {}))
    for (const field of all<HTMLInputElement>(`[type=hidden][name="${CSS.escape(name)}"]`))
      field.value = value;
  status.textContent = message;
  status.toggleAttribute('data-failed', answer.status !== 'sent');
  // The first of the page, whatever order WordPress has.
  if (mayFocus) (all('[aria-invalid]')[0] ?? status).focus();
}

/** The content of a form: files by name, size and time. */
const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify([
    form.getAttribute('action'),
    ...[...new FormData(form)].map(([name, value]) =>
      typeof value === 'string'
        ? [name, value]
        : // Where none was chosen, its time is now.
          [name, value.name, value.size, value.name && value.lastModified],
    ),
  ]);

async function post(form: HTMLFormElement, content: string): Promise<Answer> {
  const body = new FormData(form);
  let bytes = 0;
  for (const [, value] of body) bytes += typeof value === 'string' ? value.length : value.size;
  if (bytes > MAX) return { word: 'tooLarge' };
  const answer = await fetchAnswer(form, body, keyOf(content));
  answer.word = settle(answer.status === 'sent', answer.word);
  return answer;
}

async function fetchAnswer(form: HTMLFormElement, body: FormData, key: string): Promise<Answer> {
  try {
    const response = await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': key },
      body,
    });
    // A server in front may refuse it, too, without words of ours.
    if (response.status === 413) return { word: 'tooLarge' };
    if (response.status === 429) return { word: 'limited' };
    return (await response.json()) as Answer;
  } catch {
    return { word: 'unknown' };
  }
}
