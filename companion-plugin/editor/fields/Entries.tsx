import { Button } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { label } from '../labels';

interface EntryProps {
  name: string;
  rows: unknown[];
  at: number;
  active: boolean;
  set: (rows: unknown[]) => void;
  children: ReactNode;
}

/** An entry of a list with the buttons that move and remove it. */
export function Entry({ name, rows, at, active, set, children }: EntryProps) {
  const step = useStep();
  const move = (by: number) => {
    const next = [...rows];
    next.splice(at + by, 0, ...next.splice(at, 1));
    step(() => set(next));
  };
  // translators: 1: name of a list, 2: a number.
  const about = sprintf(__('%1$s %2$d', 'headless-site-companion'), label(name), at + 1);
  return (
    <>
      {children}
      {active && (
        <span className="companion-entry">
          <Button
            size="small"
            label={`${about}: ${__('move back', 'headless-site-companion')}`}
            disabled={at === 0}
            onClick={() => move(-1)}
          >
            ↑
          </Button>
          <Button
            size="small"
            label={`${about}: ${__('move on', 'headless-site-companion')}`}
            disabled={at === rows.length - 1}
            onClick={() => move(1)}
          >
            ↓
          </Button>
          <Button
            size="small"
            isDestructive
            label={`${about}: ${__('remove', 'headless-site-companion')}`}
            onClick={() => step(() => set(rows.filter((_, place) => place !== at)))}
          >
            ×
          </Button>
        </span>
      )}
    </>
  );
}

/** The button that adds an entry. */
export function Add({ name, onClick }: { name: string; onClick: () => void }) {
  const step = useStep();
  return (
    <Button variant="secondary" size="small" className="companion-add" onClick={() => step(onClick)}>
      {/* translators: %s: name of a list. */}
      {sprintf(__('Add to: %s', 'headless-site-companion'), label(name))}
    </Button>
  );
}

interface BlockEditorActions {
  __unstableMarkLastChangeAsPersistent?: () => void;
}

/** "Undo" takes back one of these at a time: WordPress takes all changes of one attribute in a row for typing. Without one: what comes next. */
export function useStep() {
  const { __unstableMarkLastChangeAsPersistent: mark } = useDispatch(
    'core/block-editor',
  ) as BlockEditorActions;
  return (act?: () => void) => {
    mark?.();
    if (!act) return;
    act();
    mark?.();
  };
}
