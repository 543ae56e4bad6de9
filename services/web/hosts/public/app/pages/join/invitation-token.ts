const KEY = 'gatehouse-invitation';

/**
 * The token of this tab's invitation: from the address's fragment, which no server and no log receives, and during sign-in
 * from the tab's own storage. Null: there is none.
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
