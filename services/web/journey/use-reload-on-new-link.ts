import { useEffect } from 'react';
import { useReload } from '#session/reload.ts';

/** For a page that keeps the token of its link: a second link, opened in the same tab, changes the fragment alone. */
export function useReloadOnNewLink(): void {
  const reload = useReload();
  useEffect(() => {
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, [reload]);
}
