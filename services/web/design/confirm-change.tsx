import { type ReactNode, useRef, useState } from 'react';
import { PART_NOT_LOADED, useOnDemand } from './on-demand.ts';

/** What a change is called, what it does and which form it sends. */
export interface Change {
  /** On the button that asks for it, and on the one that confirms it. */
  readonly label: string;
  /** Whom or what it is about, for those who hear a list of equal buttons. */
  readonly about: string;
  readonly title: string;
  readonly tone?: 'plain' | 'bad';
  /** What the form asks its action for. */
  readonly intent: string;
  /** Further hidden values of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The address whose action makes the change, where it is not this page. */
  readonly action?: string;
  /** What the toast says. */
  readonly done: string;
  /** What the change does, and the form's fields. */
  readonly children: ReactNode;
}

const loadDialog = () => import('./confirm-dialog.tsx');

/**
 * A button that opens a dialog which asks before a change: the dialog holds the form, says what the change does, and
 * stays open with what was typed when the change is refused. A toast says when it is done.
 */
export function ConfirmChange(change: Change) {
  const { label, about, tone = 'plain' } = change;
  const { part, hasFailed, want } = useOnDemand(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        ref={button}
        className={tone}
        aria-haspopup="dialog"
        aria-expanded={isOpen && part !== null}
        onPointerEnter={want}
        onFocus={want}
        onClick={() => {
          want();
          setIsOpen(true);
        }}
      >
        {label}
        <span className="visually-hidden"> {about}</span>
      </button>
      {part === null ? null : (
        <part.ConfirmDialog change={change} isOpen={isOpen} onOpenChange={setIsOpen} opener={button} />
      )}
      {hasFailed && isOpen ? (
        <span className="field-error" role="alert">
          {PART_NOT_LOADED}
        </span>
      ) : null}
    </>
  );
}
