import { useEffect, useState } from 'react';

/** From the answer to a move: the API accepts an undo for 60 seconds from the move itself. */
const UNDO_MILLIS = 55_000;

/** Until when a move that is answered now can be undone, by the clock of this browser. */
export function undoUntil(): number {
  return Date.now() + UNDO_MILLIS;
}

/** Whether a moment is over; renders again when it is. */
export function useIsOver(moment: number): boolean {
  const [isOver, setIsOver] = useState(() => moment <= Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return isOver;
}
