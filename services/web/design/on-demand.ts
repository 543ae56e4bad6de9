import { useCallback, useState } from 'react';

/**
 * A part of the page whose code is loaded when the user is about to use it: the first-load JavaScript of a public page is
 * limited. Null until it is loaded; `hasFailed` after an attempt that failed, until the next one begins.
 * @param load a constant function around one `import()`.
 */
export function useOnDemand<Part>(load: () => Promise<Part>): {
  readonly part: Part | null;
  readonly hasFailed: boolean;
  readonly want: () => void;
} {
  const [part, setPart] = useState<Part | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const want = useCallback(() => {
    setHasFailed(false);
    load().then(setPart, () => setHasFailed(true));
  }, [load]);
  return { part, hasFailed, want };
}

/** Shown where a part's code could not be loaded. */
export const PART_NOT_LOADED =
  'This could not be loaded. Check your connection, reload the page and try again.';
