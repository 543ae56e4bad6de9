import { useCallback, useState } from 'react';

/**
 * A part of the page whose code is fetched when somebody is about to use it, so that no page waits for it (first-load
 * JavaScript of a public page is limited). Null until it is there; `hasFailed` until a later try succeeds.
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
    load().then(
      (loaded) => {
        setPart(loaded);
        setHasFailed(false);
      },
      () => setHasFailed(true),
    );
  }, [load]);
  return { part, hasFailed, want };
}

/** What is said where a part's code could not be fetched. */
export const PART_NOT_LOADED =
  'This could not be loaded. Look at your connection, reload the page and try again.';
