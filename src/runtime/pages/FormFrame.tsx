import type { ReactNode } from 'react';
import { type Message, say } from '../base/say.ts';
import { siteFields } from '../content/form.ts';
import { formModule } from './browser-modules.ts';
import type { ShownForm } from './FormLayout.tsx';
import type { ShownField } from './form-control.ts';

/** Words around a form for which WordPress has none. */
export interface FormWords {
  sending: string;
  sent: string;
  failed: string;
  unknown: string;
  gone: string;
  tooLarge: string;
  limited: string;
  files: string;
  /** Label of a field that people never see. */
  honeypot: string;
}

interface FrameProps {
  form: ShownForm;
  words: FormWords;
  /** Language of the words, BCP 47. */
  language: string;
  className?: string;
  children: ReactNode;
}

/**
 * The element of a form, with what visitors do not see of it. It posts to this site. Without JavaScript the answer is this page again,
 * with what was written and what is wrong; with it `browser/form.ts` sends it and writes the answer into it.
 */
export function FormFrame({ form, words, language, className, children }: FrameProps) {
  const { sending, sent, failed, unknown, gone, tooLarge, limited, files, honeypot } = words;
  const isSame = languageOf(form.language) === languageOf(language);
  // In another language than the theme's, the words that the form has for it.
  const own = { sending, sent, failed, unknown, gone, tooLarge, limited, files };
  const said = { ...own, ...(isSame ? {} : form.words) };
  return (
    <form
      id={form.id}
      action={form.action}
      method="post"
      encType="multipart/form-data"
      lang={form.language}
      dir={form.direction}
      aria-label={form.title || undefined}
      data-module={formModule}
      data-words={JSON.stringify(said)}
      className={className}
    >
      {Object.entries(form.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      <div hidden>
        <label>
          {honeypot}
          <input name={siteFields.trap} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {children}
    </form>
  );
}

const languageOf = (tag: string) => tag.split('-')[0]?.toLowerCase();

/** Help for a field: the owner's hint, and a file's types and largest size. */
export function noteOf(
  { hint = '', kind, accept = '', maxBytes }: ShownField,
  words: { types: Message; size: Message },
  language: string,
): string {
  if (kind !== 'file') return hint;
  const types = accept
    .split(',')
    .map((type) => type.trim().replace(/^\./, '').toUpperCase())
    // `image/*` is for browsers, which offer nothing but images.
    .filter((type) => type && !type.includes('/'));
  const size = Math.max(0.1, Math.round((maxBytes ?? 0) / 104_857.6) / 10);
  return [
    hint,
    types.length > 0 ? say(words.types, { types: types.join(', ') }, language) : '',
    maxBytes ? say(words.size, { size }, language) : '',
  ]
    .filter(Boolean)
    .join(' ');
}
