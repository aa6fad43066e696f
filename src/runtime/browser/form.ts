/** What a form says, in its `data-words`. */
export interface FormWords {
  sending: string;
  sent: string;
  failed: string;
  unknown: string;
  gone: string;
  tooLarge: string;
  limited: string;
}

/** What the route answers (routes/forms.ts). */
interface Answer {
  status?: string;
  message?: string;
  word?: keyof FormWords;
  fields?: { name: string; message: string }[];
  hidden?: Record<string, string>;
}

/** What a form is sent under, until an answer has come or something is changed: the same, sent once more, is not taken twice. */
const keys = new WeakMap<HTMLFormElement, string>();

/** Bytes that the route takes. */
const MAX = 16 * 1024 * 1024;

// A range says its value while it moves, and a counter (`count-down-500-message`) the characters. Without this file they have none to say.
addEventListener('input', ({ target }) => {
  const { parentElement, form, name, value } = target as HTMLInputElement;
  if (form) keys.delete(form);
  const output = parentElement?.querySelector('output');
  if (output) output.textContent = value;
  output?.removeAttribute('hidden');
  for (const counter of form?.querySelectorAll('[class^=count-]') ?? []) {
    const [, way, from, counted] = counter.className.match(/^count-(\w+)-(\d+)-(.+)/) ?? [];
    if (counted === name)
      counter.textContent = `${way === 'down' ? Number(from) - value.length : value.length}`;
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
  const answer = await post(form);
  // What was typed while the form was on its way is not in it.
  const isAsSent = keys.has(form);
  if (answer.word !== 'unknown') keys.delete(form);
  button.disabled = false;
  button.textContent = label;

  for (const field of all('[aria-invalid]')) field.removeAttribute('aria-invalid');
  for (const place of all('[data-shown]')) place.removeAttribute('data-shown');
  if (answer.status === 'sent' && isAsSent) {
    HTMLFormElement.prototype.reset.call(form);
    for (const output of all('output')) output.hidden = true;
    for (const counter of all('[class^=count-]'))
      counter.textContent = /\d+/.exec(counter.className)?.[0] ?? '';
  }
  let message = answer.message ?? words[answer.word ?? 'failed'];
  for (const wrong of answer.fields ?? []) {
    const fields = all(`[name="${CSS.escape(wrong.name)}"]`);
    const [place] = all(`[data-for="${CSS.escape(wrong.name)}"]`);
    // Of a field that this page does not have.
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
  (all('[aria-invalid]')[0] ?? status).focus();
}

async function post(form: HTMLFormElement): Promise<Answer> {
  const body = new FormData(form);
  let bytes = 0;
  for (const [, value] of body) bytes += typeof value === 'string' ? value.length : value.size;
  if (bytes > MAX) return { word: 'tooLarge' };
  const key = keys.get(form) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keys.set(form, key);
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
