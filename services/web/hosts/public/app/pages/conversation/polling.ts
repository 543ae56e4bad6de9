import { useEffect, useEffectEvent } from 'react';

/**
 * Runs again and again while the tab is visible, and at once when it is looked at again after a longer time.
 * @param millis between two runs; null: never.
 */
export function usePolling(millis: number | null, run: () => void): void {
  const onTurn = useEffectEvent(run);
  useEffect(() => {
    if (millis === null) return undefined;
    let ranAt = Date.now();
    const poll = () => {
      if (document.hidden || Date.now() - ranAt < millis) return;
      ranAt = Date.now();
      onTurn();
    };
    const timer = setInterval(poll, millis);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [millis]);
}
