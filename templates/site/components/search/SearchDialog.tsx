'use client';

import { createSource, MAX_QUERY } from 'headless-site/browser';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { searchWords } from '@/components/words';
import { type Answer, DialogResults } from './DialogResults';

interface SearchDialogProps {
  icon: ReactNode;
  isLocal: boolean;
  /** Opens whenever this changes. */
  times: number;
}

/**
 * Search in a native dialog: the browser keeps the focus inside and gives it back, and closes on Escape. Results are a
 * list of plain links that the arrow keys walk through, not a listbox: each is read out as what it is, and opens in a
 * new tab like any link. Enter in the field goes to /search.
 */
export function SearchDialog({ icon, isLocal, times }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [source] = useState(() => createSource(isLocal));
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState<Answer>({ query: '', found: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` is what asks for it
  useEffect(() => {
    // A click beside it closes it, where the browser knows the attribute; React does not pass it on.
    dialog.current?.setAttribute('closedby', 'any');
    dialog.current?.showModal();
    field.current?.select();
    source.warm();
  }, [times, source]);

  useEffect(() => {
    const wanted = query.trim();
    const gone = new AbortController();
    source
      .search(wanted, (found) => setAnswer({ query: wanted, found }), gone.signal)
      .catch(() => {
        if (!gone.signal.aborted) setAnswer({ query: wanted, found: null });
      });
    return () => gone.abort();
  }, [query, source]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const stops = [...(dialog.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
      const here = stops.findIndex((stop) => stop.matches(':focus'));
      const next = here + (event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
      stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus();
    } else if (document.activeElement instanceof HTMLAnchorElement && /^(.|Backspace)$/u.test(event.key)) {
      // Typing goes on where it belongs: the key arrives in the field.
      field.current?.focus();
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label={searchWords.title}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col overscroll-contain bg-paper text-ink backdrop:bg-[oklch(0_0_0/0.45)] open:flex sm:mx-auto sm:mt-[10dvh] sm:h-fit sm:max-h-[76dvh] sm:max-w-[40rem] sm:rounded sm:border sm:border-line"
    >
      <search>
        <form action="/search" className="flex items-center gap-3 border-b border-line px-5 text-soft">
          {icon}
          <input
            ref={field}
            name="q"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            aria-label={searchWords.field}
            placeholder={searchWords.field}
            dir="auto"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={MAX_QUERY}
            className="min-h-14 min-w-0 flex-1 text-base text-ink placeholder:text-soft placeholder:opacity-100 focus-visible:outline-none"
          />
          <button
            type="button"
            onClick={() => dialog.current?.close()}
            className="-me-2 min-h-11 px-2 text-sm hover:text-ink"
          >
            {searchWords.close}
          </button>
        </form>
      </search>
      <DialogResults query={query.trim()} answer={answer} />
    </dialog>
  );
}
