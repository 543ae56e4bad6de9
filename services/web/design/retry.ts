import { useEffect, useRef } from 'react';

const FIRST_MILLIS = 10_000;
const MAX_MILLIS = 60_000;

/**
 * Retries during an outage, after 10, 20, 40 and then every 60 seconds, and only in a visible tab: background tabs would
 * slow the API's recovery.
 */
export function useRetry(retry: () => void, isOutage: boolean): void {
  const waitMillis = useRef(FIRST_MILLIS);
  useEffect(() => {
    if (!isOutage) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        waitMillis.current = Math.min(waitMillis.current * 2, MAX_MILLIS);
        if (document.visibilityState === 'visible') retry();
        wait();
      }, waitMillis.current);
    };
    wait();
    return () => clearTimeout(timer);
  }, [retry, isOutage]);
}
