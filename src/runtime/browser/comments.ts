import type { OwnComment } from '../visitors/comments/accept.ts';
import { attentionOf } from './attention.ts';
import { keyOf, settle } from './once.ts';

/** Texts of the form, in its `data-words`. */
export interface CommentWords {
  sending: string;
  failed: string;
  limited: string;
  /** Nobody knows whether it arrived; not of earlier themes. */
  unknown?: string;
  /** It is published; it waits. */
  taken: string;
  waiting: string;
  /** Above comments, where none was before; not of earlier themes. */
  heading?: string;
}

/** The route's answer. */
interface Answer {
  success?: boolean;
  waiting?: boolean;
  comment?: OwnComment;
  error?: string;
  word?: 'failed' | 'limited' | 'unknown';
  field?: string;
}

/** Browser storage key of the name and addresses for the next comment, where its owner has asked for it. */
const REMEMBERED = 'commenter';
/** With the id of a post behind it: comments may wait there. */
const WAITING = 'comment-waiting-';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const byId = (id: string) => document.getElementById(id);
const form = byId('comment-form') as HTMLFormElement;
const title = byId('respond-title') as HTMLElement;
const box = byId('respond') as HTMLElement;
const field = (name: string) => form.querySelector(`[name="${name}"]`) as HTMLInputElement;
const words = JSON.parse(form.dataset.words ?? '') as CommentWords;
const plainTitle = title.textContent;
/** Where the form stands while nobody replies. */
const home = document.createComment('');
let opener: HTMLElement | undefined;

/**
 * Brings comments to life: a button of a comment moves the form there, as in WordPress; the link beside the form's button moves it back;
 * the form is sent by fetch. Without this file the route answers with the page (routes/comments.ts).
 */
export default async function act(element: HTMLElement): Promise<void> {
  if (element instanceof HTMLFormElement) return send();
  // The former message was about another comment.
  say({ success: true });
  if (element instanceof HTMLButtonElement) replyTo(element);
  else leaveReply()?.focus();
}

function replyTo(button: HTMLButtonElement): void {
  if (!home.isConnected) box.before(home);
  opener = button;
  field('parent').value = button.value;
  title.textContent = button.getAttribute('aria-label');
  // This file may come late: who has begun to write meanwhile goes on with it.
  const active = document.activeElement;
  move(() => button.parentElement?.after(box));
  if (!active || active === document.body || active === button) field('comment').focus();
}

/** @returns what had opened the reply */
function leaveReply(): HTMLElement | undefined {
  if (home.isConnected) move(() => home.replaceWith(box));
  field('parent').value = '0';
  title.textContent = plainTitle;
  const last = opener;
  opener = undefined;
  return last;
}

/** An element that is moved loses the focus: it has it again afterwards. */
function move(to: () => void): void {
  const active = document.activeElement;
  to();
  if (box.contains(active)) (active as HTMLElement).focus();
}

async function send(): Promise<void> {
  const button = form.querySelector('button') as HTMLButtonElement;
  // A second tap, while the first comment is on its way.
  if (button.disabled) return;
  const label = button.textContent;
  say({ success: true });
  button.disabled = true;
  button.textContent = words.sending;
  const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const isAttentive = attentionOf(form);
  const answer = await post(fields);
  const mayFocus = isAttentive();
  button.disabled = false;
  button.textContent = label;
  say(answer, mayFocus);
  if (!answer.success || !answer.comment) return;
  remember(fields);
  if (answer.waiting) store(WAITING + fields.post, String(Date.now() + KEPT_MS));
  const shown = show(answer.comment, Boolean(answer.waiting));
  const now = new FormData(form);
  // Somebody is writing the next one already.
  if (now.get('comment') !== fields.comment) return;
  field('comment').value = '';
  if (now.get('parent') !== fields.parent) return;
  leaveReply();
  if (mayFocus) shown?.focus();
}

async function post(fields: Record<string, string>): Promise<Answer> {
  const answer = await fetchAnswer(JSON.stringify(fields));
  // An answer with WordPress's own words is a refusal by WordPress.
  answer.word = settle(Boolean(answer.success || answer.error), answer.word);
  return answer;
}

async function fetchAnswer(body: string): Promise<Answer> {
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': keyOf(body) },
      body,
    });
    // A server in front may answer, too, without words of ours.
    const ofProxy: Answer = { word: response.status === 429 ? 'limited' : 'unknown' };
    return response.json().catch(() => ofProxy);
  } catch {
    return { word: 'unknown' };
  }
}

/** Writes an answer into the status, or to the field that it is about, and the last one away. */
function say({ success, waiting, comment, error, word, field: name }: Answer, mayFocus = false): void {
  const status = byId('comment-status') as HTMLElement;
  for (const other of form.querySelectorAll('[aria-invalid]')) other.removeAttribute('aria-invalid');
  for (const shown of form.querySelectorAll('[data-shown]')) shown.removeAttribute('data-shown');
  status.toggleAttribute('data-failed', !success);
  const place = name && form.querySelector(`[data-for="${name}"]`);
  status.textContent = '';
  if (place && error) {
    place.textContent = error;
    place.setAttribute('data-shown', '');
    field(name).setAttribute('aria-invalid', 'true');
    if (mayFocus) field(name).focus();
  } else if (!success) {
    status.textContent = error ?? words[word ?? 'failed'] ?? words.failed;
    if (mayFocus) status.focus();
  } else if (comment) status.textContent = waiting ? words.waiting : words.taken;
}

/** Puts a comment of the visitor's own where it belongs. */
function show(comment: OwnComment, isWaiting: boolean): HTMLElement | undefined {
  const id = `comment-${comment.id}`;
  const model = document.querySelector<HTMLElement>('[data-own-comment]');
  if (!model || byId(id)) return byId(id) ?? undefined;
  const item = model.cloneNode(true) as HTMLElement;
  item.id = id;
  item.hidden = false;
  item.removeAttribute('data-own-comment');
  const part = (name: string) => item.querySelector(`[data-${name}]`) as HTMLElement;
  part('name').textContent = comment.author;
  part('note').hidden = !isWaiting;
  // Cleaned by the site as the comments of the page are.
  part('text').innerHTML = comment.html;
  const heading = byId('comments-title');
  if (heading && words.heading) heading.textContent = words.heading;
  const parent = comment.parent ? byId(`comment-${comment.parent}`) : null;
  if (!parent && form.dataset.newestFirst === 'true') model.parentElement?.prepend(item);
  else if (!parent) model.before(item);
  else {
    let list = parent.querySelector(':scope > ol');
    if (!list) {
      list = document.createElement('ol');
      list.className = model.dataset.ownComment ?? '';
      parent.append(list);
    }
    list.append(item);
  }
  return item;
}

function remember({ remember, author, email, url }: Record<string, string>): void {
  if (remember) store(REMEMBERED, JSON.stringify({ author, email, url }));
  else if (field('remember')) store(REMEMBERED, null);
}

/** A browser may refuse to keep anything, and even to be asked. */
function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {}
}

function fillIn(): void {
  const kept = JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null') as Record<string, string> | null;
  if (!kept || !field('remember')) return;
  for (const name of ['author', 'email', 'url']) field(name).value ||= kept[name] ?? '';
  field('remember').checked = true;
}

/** Comments of the visitor's own that wait here. Others of his have been approved, or are gone. */
async function showWaiting(): Promise<void> {
  const key = WAITING + field('post').value;
  const until = localStorage.getItem(key);
  if (!until) return;
  if (Number(until) < Date.now()) return localStorage.removeItem(key);
  const response = await fetch(`${form.action}?post=${field('post').value}`);
  const { comments } = (await response.json()) as { comments: OwnComment[] | null };
  for (const comment of comments ?? []) show(comment, true);
  if (comments?.length === 0) localStorage.removeItem(key);
}

try {
  fillIn();
  void showWaiting().catch(() => {});
} catch {
  // Storage is switched off.
}
