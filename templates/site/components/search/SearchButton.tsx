'use client';

import { type MouseEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { SearchDialog } from './SearchDialog';

interface SearchButtonProps {
  /** Drawn on the server, so that no icon reaches the bundle. */
  icon: ReactNode;
  label: string;
  /** The browser searches by itself, in files of this site. */
  isLocal: boolean;
}

interface Opened {
  Dialog: typeof SearchDialog;
  /** How often it was asked for: each time it opens once more. */
  times: number;
}

const load = () => import('./SearchDialog');

/**
 * The way to search, in the header: a link to /search, which opens the dialog instead once JavaScript runs. The dialog
 * is loaded when it is first wanted; this button is all that every page pays for.
 */
export function SearchButton({ icon, label, isLocal }: SearchButtonProps) {
  const [opened, setOpened] = useState<Opened | null>(null);

  const open = useCallback(async () => {
    try {
      const { SearchDialog: Dialog } = await load();
      setOpened((before) => ({ Dialog, times: (before?.times ?? 0) + 1 }));
    } catch {
      location.assign('/search');
    }
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);

  function onClick(event: MouseEvent) {
    // A click that asks for a tab or window of its own gets the page.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  }

  return (
    <>
      <a
        href="/search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onClick}
        onPointerEnter={() => load().catch(() => {})}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-sm hover:text-accent max-[60rem]:-me-3"
      >
        {icon}
        <span className="max-[60rem]:sr-only">{label}</span>
      </a>
      {opened && <opened.Dialog icon={icon} isLocal={isLocal} times={opened.times} />}
    </>
  );
}
