import { attentionOf } from './attention.ts';
import { keyOf, settle } from './once.ts';

/** Texts of the form, in its `data-words`. */
export interface ContactWords {
  sending: string;
  thanks: string;
  failed: string;
  limited: string;
  /** Nobody knows whether it arrived; not of earlier themes. */
  unknown?: string;
}

interface Answer {
  word: 'thanks' | 'failed' | 'limited' | 'unknown';
  field?: HTMLElement | undefined;
  /** The field's message. */
  error?: string | undefined;
}

interface Outcome {
  message: string;
  isSent: boolean;
  /** The field that the message is about. */
  field?: HTMLElement;
}

/**
 * Sends a form by fetch and says at its fields what is wrong. Without this file the browser posts the form itself, and the
 * route leads back to the same messages (routes/contact.ts).
 */
export default async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button:not([type=button])');
  const status = form.querySelector<HTMLElement>('[role=status]');
  // A second tap, while the first message is on its way.
  if (!button || !status || button.disabled) return;
  const words = JSON.parse(form.dataset.words ?? '') as ContactWords;
  const label = button.textContent;
  say(form, status, { message: '', isSent: false });
  button.disabled = true;
  button.textContent = words.sending;
  const fields = written(form);
  const isAttentive = attentionOf(form);
  const outcome = await post(form, fields, words);
  const mayFocus = isAttentive();
  button.disabled = false;
  button.textContent = label;
  // Text typed while the message was in flight is not in it.
  const isWhole = outcome.isSent && written(form) === fields;
  if (isWhole) form.reset();
  const thanks = isWhole && mayFocus && thanksOf(form);
  say(form, status, thanks ? { message: '', isSent: true } : outcome);
  if (thanks) show(thanks);
  else if (mayFocus) (outcome.field ?? status).focus();
}

/** @returns what a theme shows in place of the form, as it does where the route leads to it; null in earlier themes */
function thanksOf(form: HTMLFormElement): HTMLElement | null {
  const thanks = document.getElementById('contact-sent');
  return form.contains(thanks) ? null : thanks;
}

/** CSS shows the target of the address, which therefore changes without a step back. */
function show(thanks: HTMLElement): void {
  location.replace(`#${thanks.id}`);
  thanks.focus();
}

/** JSON of the fields that have something in them. */
const written = (form: HTMLFormElement) =>
  JSON.stringify(Object.fromEntries([...new FormData(form)].filter(([, value]) => value)));

async function post(form: HTMLFormElement, fields: string, words: ContactWords): Promise<Outcome> {
  const { word, field, error } = await fetchAnswer(form, fields);
  const isSent = word === 'thanks';
  const message = words[settle(isSent, word)] ?? words.failed;
  return { message: (field && error) || message, isSent, field };
}

/**
 * Every answer of the route has this shape, whatever its status; that of a proxy has not, and of a lost connection there is none: then
 * nobody knows whether the message arrived. Its texts are the interface's, in English: where the theme has words, these count.
 */
async function fetchAnswer(form: HTMLFormElement, fields: string): Promise<Answer> {
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': keyOf(fields) },
      body: fields,
    });
    // A server in front may say so, too, without words of ours.
    if (response.status === 429) return { word: 'limited' };
    const answer = (await response.json()) as { success?: boolean; error?: string };
    if (answer.success) return { word: 'thanks' };
    const name = response.headers.get('contact-field');
    const field = name ? form.querySelector<HTMLElement>(`[name=${name}]`) : null;
    return { word: 'failed', field: field ?? undefined, error: answer.error };
  } catch {
    return { word: 'unknown' };
  }
}

/** Writes a message at its field, or else into the status; takes the last one away. */
function say(form: HTMLFormElement, status: HTMLElement, { message, isSent, field }: Outcome): void {
  for (const other of form.querySelectorAll('[aria-invalid]')) {
    other.removeAttribute('aria-invalid');
    other.removeAttribute('aria-describedby');
  }
  for (const shown of form.querySelectorAll('[data-shown]')) shown.removeAttribute('data-shown');
  status.textContent = field ? '' : message;
  status.toggleAttribute('data-failed', !isSent);
  const place = field && form.querySelector(`#${field.id}-error`);
  if (!place) return;
  // The theme has written there what is wrong with this field.
  place.textContent ||= message;
  place.setAttribute('data-shown', '');
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', place.id);
}
