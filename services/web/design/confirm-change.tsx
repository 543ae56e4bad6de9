import { type ReactNode, useRef, useState } from 'react';
import { PART_NOT_LOADED, useOnDemand } from './on-demand.ts';
import { ShortcutKey, useShortcut } from './shortcuts.tsx';

/** A change that needs a confirmation: its texts and the form that it sends. */
export interface Change {
  /** On the button that opens the dialog, and on the one that confirms. */
  readonly label: string;
  /** On the one that confirms, when it is another label. */
  readonly confirmLabel?: string;
  /** What it is about, for screen readers: tells equal buttons apart. */
  readonly about: string;
  readonly title: string;
  readonly tone?: 'plain' | 'primary' | 'bad';
  /** A letter that opens the dialog. */
  readonly shortcut?: string;
  /** What the form asks its action for. */
  readonly intent: string;
  /** Further hidden values of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The address whose action makes the change; absent: this page. */
  readonly action?: string;
  /** The toast's text. */
  readonly done: string;
  /** The page to open after success, for a change that removes this one. */
  readonly after?: string;
  /** What the change does; the dialog's description. */
  readonly description: ReactNode;
  /** The form's fields. */
  readonly children?: ReactNode;
}

const loadDialog = () => import('./confirm-dialog.tsx');

/**
 * A button that opens a dialog to confirm a change. The dialog has the form, explains the change, and stays open with its
 * text when the change is refused. A toast confirms success.
 */
export function ConfirmChange(change: Change) {
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
      {hasFailed && isOpen ? (
        <span className="field-error" role="alert">
          {PART_NOT_LOADED}
        </span>
      ) : null}
    </>
  );
}
