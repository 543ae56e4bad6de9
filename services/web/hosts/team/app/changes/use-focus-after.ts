import { type RefCallback, useCallback, useEffect, useRef } from 'react';
import { focusBesideDialogs } from '#design/feedback/focus.ts';

/** A way to what is next in a queue. */
interface Next {
  /** Of the link to it, or of the note that nothing waits, which needs `tabIndex={-1}`. */
  readonly ref: RefCallback<HTMLElement>;
  readonly open: () => void;
}

/** Moves the focus to what is next in a queue after a decision: there the work goes on (G10). @param state what a decision changes. */
export function useFocusAfter(state: unknown): Next {
  const shown = useRef<HTMLElement | null>(null);
  const decided = useRef(state);
  const ref = useCallback((element: HTMLElement | null) => {
    shown.current = element;
  }, []);
  useEffect(() => {
    if (decided.current === state) return;
    decided.current = state;
    if (shown.current !== null) focusBesideDialogs(shown.current);
  }, [state]);
  return { ref, open: () => shown.current?.click() };
}
