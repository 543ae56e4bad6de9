import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';

/**
 * The button of a form that writes. While the form is on its way it sends nothing again, and it keeps the focus: a disabled
 * button would lose it (U13).
 */
export function SubmitButton({
  isBusy,
  busyLabel,
  children,
  ...button
}: {
  isBusy: boolean;
  /** `Saving…`; absent: the label stays. */
  busyLabel?: string;
  children: ReactNode;
} & Omit<ComponentProps<'button'>, 'type' | 'disabled' | 'onClick'>) {
  return (
    <button
      type="submit"
      {...button}
      aria-disabled={isBusy ? true : undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      {isBusy && busyLabel !== undefined ? busyLabel : children}
    </button>
  );
}

/** Whether a form of the page itself is on its way; a click on a link is not. */
export function useIsSending(): boolean {
  return useNavigation().formMethod === 'POST';
}

/**
 * Beside the button of a form: what its last write has done, in view and announced, until a field is changed again (U6).
 * Always rendered: screen readers announce what appears in it.
 */
export function DoneNote({ result, children }: { result: ActionResult | undefined; children: ReactNode }) {
  const note = useRef<HTMLSpanElement>(null);
  const [outdated, setOutdated] = useState<ActionResult | undefined>(undefined);
  useEffect(() => {
    const form = note.current?.closest('form');
    const onInput = () => setOutdated(result);
    form?.addEventListener('input', onInput);
    return () => form?.removeEventListener('input', onInput);
  }, [result]);
  const isDone = result !== undefined && result.refusal === undefined && result !== outdated;
  return (
    <span className="done-note" role="status" ref={note}>
      {isDone ? children : null}
    </span>
  );
}

/** Calls `onDone` once for each write that succeeds. */
export function useOnDone<T>(result: ActionResult<T> | undefined, onDone: (done: T) => void): void {
  const seen = useRef<ActionResult<T> | undefined>(undefined);
  useEffect(() => {
    if (result === undefined || seen.current === result) return;
    seen.current = result;
    if (result.refusal === undefined) onDone(result.done);
  }, [result, onDone]);
}
