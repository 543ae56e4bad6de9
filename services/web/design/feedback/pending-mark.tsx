import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useFetchers, useNavigation } from 'react-router';

/**
 * Shows that the page works on what the user has started: a mark on the link or button at once, and a bar at the top of the
 * window after 200 ms (G10).
 */
export function PendingMark() {
  const { state, location } = useNavigation();
  const isSending = useFetchers().some(({ formMethod }) => formMethod !== undefined);
  const isBusy = isSending || state !== 'idle';
  const used = useLastUsed();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click during a navigation starts another one.
  useLayoutEffect(() => {
    const element = used.current;
    if (!isBusy || element === null) return undefined;
    element.setAttribute('data-pending', '');
    return () => element.removeAttribute('data-pending');
  }, [isBusy, location, used]);
  return <div className="progress" data-pending={isBusy ? '' : undefined} suppressHydrationWarning />;
}

/** The link or button that the user has used last; null after Back and Forward, and after a choice in a field. */
function useLastUsed(): RefObject<Element | null> {
  const used = useRef<Element | null>(null);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      used.current = target instanceof Element ? target.closest('a[href], button') : null;
    };
    const onSubmit = ({ submitter }: SubmitEvent) => {
      used.current = submitter ?? used.current;
    };
    // A choice that applies at once sends its form without a button.
    const forget = () => {
      used.current = null;
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    addEventListener('click', onClick, options);
    addEventListener('submit', onSubmit, options);
    addEventListener('change', forget, options);
    addEventListener('popstate', forget, options);
    return () => listening.abort();
  }, []);
  return used;
}
