import { useEffect, useEffectEvent } from 'react';

/**
 * Runs again and again while the tab is visible, and at once when it is looked at again after a longer time.
 * @param millis between two runs; null: never.
 */
export function usePolling(millis: number | null, run: () => void): void {
  const onTurn = useEffectEvent(run);
  useEffect(() => (millis === null ? undefined : poll(millis, () => onTurn())), [millis]);
}

/**
 * The same outside a component. A timer can be late by some milliseconds, and each time by others: only what the user does
 * is compared with the time of the last run.
 * @returns ends it.
 */
export function poll(millis: number, run: () => void): () => void {
  let ranAt = Date.now();
  const onTurn = () => {
    if (document.hidden) return;
    ranAt = Date.now();
    run();
  };
  let timer = setInterval(onTurn, millis);
  const onVisible = () => {
    if (document.hidden || Date.now() - ranAt < millis) return;
    clearInterval(timer);
    timer = setInterval(onTurn, millis);
    onTurn();
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
