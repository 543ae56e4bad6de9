import { useState } from 'react';

/** As `.with-aside` of `frame.css`: from here on an aside is beside its text. */
const WIDE = '(min-width: 54rem)';

/**
 * Whether the screen had room for an aside when the page was opened: for a part that a narrow screen shows at another place, in the
 * document, too, so that it is read there. Only for pages that the browser renders.
 */
export function useIsWide(): boolean {
  // Decided once: a part that moved later would lose the focus.
  const [isWide] = useState(() => matchMedia(WIDE).matches);
  return isWide;
}
