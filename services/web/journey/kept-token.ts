/**
 * The token of a mail's link, for one tab: from the address's fragment, which no server and no log receives, and during
 * sign-in from the tab's own storage.
 */
export interface KeptToken {
  /** Null: there is none. */
  read(): string | null;
  keep(token: string): void;
  /** The token has been used. */
  forget(): void;
}

/** @param key of the tab's storage. */
export function keptToken(key: string): KeptToken {
  const keep = (token: string) => sessionStorage.setItem(key, token);
  return {
    read: () => {
      const token = new URLSearchParams(location.hash.slice(1)).get('token');
      if (token === null) return sessionStorage.getItem(key);
      keep(token);
      history.replaceState(history.state, '', location.pathname);
      return token;
    },
    keep,
    forget: () => sessionStorage.removeItem(key),
  };
}
