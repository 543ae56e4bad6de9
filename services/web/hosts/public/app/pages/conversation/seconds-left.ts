import { useEffect, useState } from 'react';

/** Longer than a message or a mail waits until it is sent: a browser that counts more has a clock that is slow. */
const MAX_SECONDS = 75;

/**
 * Whole seconds until a message or a mail is sent, never below 0. Null without its moment, and where the browser's clock cannot
 * be right, because none or too many were left when the moment became known.
 */
export function useSecondsLeft(moment: string | undefined): number | null {
  const [now, setNow] = useState(() => Date.now());
  const [first, setFirst] = useState<{ moment: string | undefined; isPlausible: boolean }>({
    moment: undefined,
    isPlausible: false,
  });
  const hasMoment = moment !== undefined;
  useEffect(() => {
    if (!hasMoment) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [hasMoment]);
  if (first.moment !== moment) {
    const start = Date.now();
    const left = secondsUntil(moment, start);
    setNow(start);
    setFirst({ moment, isPlausible: left > 0 && left <= MAX_SECONDS });
  }
  return first.isPlausible ? secondsUntil(moment, now) : null;
}

function secondsUntil(moment: string | undefined, now: number): number {
  return moment === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000));
}
