const KEY = 'gatehouse-invitation';

/**
 * The token of the invitation that this tab is about: from the address's fragment, which no server and no log has seen,
 * and afterwards, while the person signs in, from the tab's own storage. Null: there is none.
 */
export function readInvitationToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return sessionStorage.getItem(KEY);
  keepInvitationToken(token);
  history.replaceState(history.state, '', location.pathname);
  return token;
}

/** Keeps the token for this tab. */
export function keepInvitationToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** The invitation has been used. */
export function forgetInvitationToken(): void {
  sessionStorage.removeItem(KEY);
}
