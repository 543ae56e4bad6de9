import { useEffect, useState } from 'react';

/**
 * The parameters of a link that was sent by mail, `token` among them. They are in the address's fragment, which no server and
 * no log receives, and are removed from the address. Undefined until hydration; null: the page was opened without a token.
 */
export function useFragment(): URLSearchParams | null | undefined {
  const [parameters, setParameters] = useState<URLSearchParams | null | undefined>(undefined);
  useEffect(() => {
    const take = () => {
      const found = new URLSearchParams(location.hash.slice(1));
      const hasToken = found.has('token');
      if (hasToken) history.replaceState(history.state, '', location.pathname);
      setParameters((known) => (hasToken ? found : (known ?? null)));
    };
    take();
    // A link that is opened in the same tab changes the fragment alone. The router does not report the same one again.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return parameters;
}

/** The token of such a link alone. Undefined until hydration; null: there is none. */
export function useFragmentToken(): string | null | undefined {
  const parameters = useFragment();
  return parameters === undefined ? undefined : (parameters?.get('token') ?? null);
}
