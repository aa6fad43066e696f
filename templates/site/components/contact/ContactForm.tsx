'use client';

import { type FormEvent, useRef, useState } from 'react';
import { contactWords } from '@/components/words';
import { Field } from './Field';

interface Outcome {
  tone: 'success' | 'error';
  message: string;
  /** The field that the message is about. */
  field?: string;
}

const FIELDS = ['name', 'email', 'company', 'message'] as const;

/**
 * Posts to /api/contact, which checks everything again; nothing is checked twice here, so no validation library reaches
 * the browser. The route takes JSON only, which a form cannot send without JavaScript: a note says so.
 */
export function ContactForm() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isSending, setSending] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setSending(true);
    setOutcome(null);
    const result = await post(Object.fromEntries(new FormData(form)));
    setSending(false);
    setOutcome(result);
    if (result.tone === 'success') form.reset();
    const field = result.field && form.elements.namedItem(result.field);
    (field instanceof HTMLElement ? field : status.current)?.focus();
  }

  const errorOf = (field: string) => (outcome?.field === field ? outcome.message : undefined);
  return (
    <form onSubmit={send} className="max-w-[34rem] space-y-6 pb-section">
      <noscript>
        <p className="rounded border border-line bg-muted px-4 py-3 text-sm">{contactWords.unscripted}</p>
      </noscript>
      <Field
        name="name"
        error={errorOf('name')}
        label={contactWords.name}
        autoComplete="name"
        required
        minLength={2}
        maxLength={200}
      />
      <Field
        name="email"
        error={errorOf('email')}
        label={contactWords.email}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <Field
        name="company"
        error={errorOf('company')}
        label={contactWords.company}
        hint={contactWords.optional}
        autoComplete="organization"
        maxLength={200}
      />
      <Field
        name="message"
        error={errorOf('message')}
        label={contactWords.message}
        rows={7}
        required
        minLength={10}
        maxLength={10_000}
      />
      <div hidden>
        <label>
          {contactWords.honeypot}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" disabled={isSending} className="button">
          {isSending ? contactWords.sending : contactWords.send}
        </button>
        <p
          ref={status}
          role="status"
          tabIndex={-1}
          className={`text-sm outline-none ${outcome?.tone === 'error' ? 'text-danger' : ''}`}
        >
          {outcome && !outcome.field && outcome.message}
        </p>
      </div>
    </form>
  );
}

/** Every answer of the route has this shape, whatever its status; a network or proxy error has none. */
async function post(fields: Record<string, FormDataEntryValue>): Promise<Outcome> {
  const { failed } = contactWords;
  try {
    const { company, ...rest } = fields;
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(company ? fields : rest),
    });
    const answer = (await response.json()) as { success?: boolean; message?: string; error?: string };
    return answer.success
      ? { tone: 'success', message: answer.message ?? contactWords.thanks }
      : {
          tone: 'error',
          message: answer.error ?? failed,
          field: response.status === 400 ? fieldOf(answer.error) : undefined,
        };
  } catch {
    return { tone: 'error', message: failed };
  }
}

/** The route names the field in its message: `Name must be at least 2 characters`, `Invalid email address`. */
function fieldOf(error = ''): string | undefined {
  return FIELDS.find((field) => error.toLowerCase().includes(field));
}
