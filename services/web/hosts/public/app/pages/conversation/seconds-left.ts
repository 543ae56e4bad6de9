import { useEffect, useState } from 'react';

/** Whole seconds until a moment, never below 0; null without one. */
export function useSecondsLeft(moment: string | undefined): number | null {
  const [now, setNow] = useState(() => Date.now());
  const hasMoment = moment !== undefined;
  useEffect(() => {
    if (!hasMoment) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [hasMoment]);
  return hasMoment ? Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000)) : null;
}
