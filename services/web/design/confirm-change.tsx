import { useRef, useState } from 'react';
import type { Change } from './confirm-dialog.tsx';
import { useOnDemand } from './on-demand.ts';
import { PartNotLoaded } from './part-not-loaded.tsx';
import { ShortcutKey, useShortcut } from './shortcuts.tsx';

const loadDialog = () => import('./confirm-dialog.tsx');

/**
 * A button that opens a dialog to confirm a change. The dialog has the form, explains the change, and stays open with its
 * text when the change is refused. A toast confirms success.
 */
export function ConfirmChange<Done>(change: Change<Done>) {
  const { label, about, tone = 'plain', shortcut } = change;
  const { part, hasFailed, want } = useOnDemand(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  // As the user opened it: once it is made, the page offers the opposite one while the dialog closes.
  const [shown, setShown] = useState(change);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    want();
    setShown(change);
    setIsOpen(true);
  };
  useShortcut(shortcut, open);
  return (
    <>
      <button
        type="button"
        ref={button}
        className={tone}
        aria-haspopup="dialog"
        aria-expanded={isOpen && part !== null}
        data-pending={isOpen && part === null && !hasFailed ? '' : undefined}
        onPointerEnter={want}
        onFocus={want}
        onClick={open}
        aria-keyshortcuts={shortcut}
      >
        {label}
        <span className="visually-hidden"> {about}</span>
        {shortcut === undefined ? null : <ShortcutKey value={shortcut} />}
      </button>
      {part === null ? null : (
        <part.ConfirmDialog change={shown} isOpen={isOpen} onOpenChange={setIsOpen} opener={button} />
      )}
      {hasFailed && isOpen ? <PartNotLoaded as="span" /> : null}
    </>
  );
}
