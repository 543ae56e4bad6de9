import { use, useDeferredValue, useState } from 'react';
import { UNSAFE_DataRouterStateContext, useNavigationType } from 'react-router';

const ALL = Number.POSITIVE_INFINITY;

/** Where tables are lists of cards: further rows change no column's width, and few are in view. */
const NARROW = '(max-width: 46rem)';

/**
 * For a list that comes after its document: on a narrow screen the browser first renders `count` rows, which fill it, then all of
 * them, in slices. Those out of view are not laid out before they are near (`areDrawnLate`).
 */
export function useFirstRows(count: number): { readonly limit: number; readonly areDrawnLate: boolean } {
  const areDrawnLate = useLateDrawing();
  return { limit: useDeferredValue(ALL, areDrawnLate ? count : ALL), areDrawnLate };
}

/** As `useFirstRows`, for the parts of a page that are below a narrow screen. @returns whether they are rendered. */
export function useLowerParts(): boolean {
  return useDeferredValue(true, !useLateDrawing());
}

function useLateDrawing(): boolean {
  const scrollsTo = use(UNSAFE_DataRouterStateContext)?.restoreScrollPosition;
  // After Back the page must be as long as it was when its scroll position is restored (U18).
  const startsAtTop = useNavigationType() === 'POP' && !scrollsTo;
  // Decided once: a later reload of the data has no position to restore, wherever the reader is.
  const [isLate] = useState(() => startsAtTop && matchMedia(NARROW).matches);
  return isLate;
}
