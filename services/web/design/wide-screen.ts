import { useSyncExternalStore } from 'react';

/** As `.with-aside` of `frame.css`: from here on an aside is beside its text. */
const WIDE = '(min-width: 54rem)';

/**
 * Whether the screen has room for an aside, for a part that a narrow screen shows at another place: its order in the document is
 * then the order in which it is read. Only for pages that the browser renders.
 */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
