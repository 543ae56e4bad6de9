import { useEffect, useRef } from 'react';

const FIRST_MILLIS = 10_000;
const LONGEST_MILLIS = 60_000;

/**
 * Tries again by itself while an outage lasts, after 10, 20, 40 and then every 60 seconds, and only where somebody looks:
 * a herd of forgotten tabs does not help an API to its feet.
 */
export function useRetry(retry: () => void, isOutage: boolean): void {
  const waitMillis = useRef(FIRST_MILLIS);
  useEffect(() => {
    if (!isOutage) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        waitMillis.current = Math.min(waitMillis.current * 2, LONGEST_MILLIS);
        if (document.visibilityState === 'visible') retry();
        wait();
      }, waitMillis.current);
    };
    wait();
    return () => clearTimeout(timer);
  }, [retry, isOutage]);
}
