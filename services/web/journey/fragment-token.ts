import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The token of a link that was sent by mail. It is in the address's fragment, which no server and no log receives, and is
 * removed from the address. Undefined until hydration; null: the page was opened without one.
 */
export function useFragmentToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined);
  // A link that is opened in the same tab changes the fragment alone.
  const { hash } = useLocation();
  useEffect(() => {
    const found = new URLSearchParams(hash.slice(1)).get('token');
    if (found !== null) history.replaceState(history.state, '', location.pathname);
    setToken((known) => found ?? known ?? null);
  }, [hash]);
  return token;
}
