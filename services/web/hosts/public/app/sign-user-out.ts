import { redirect } from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { actionResult } from '#api/page-result.ts';
import type { KeptToken } from '#journey/kept-token.ts';
import { announceSignOut, wantReload } from '#session/reload.ts';

interface NextPage {
  /** The token of a mail's link that this tab still needs; absent: none. */
  readonly keep?: KeptToken;
  /** Its path. */
  readonly to: string;
}

/** Ends the session: the API clears the cookie, and route data is reloaded with the next page. */
export async function signUserOut(signal: AbortSignal, { keep, to }: NextPage) {
  const token = keep?.read() ?? null;
  const answer = await callApi('UserSessionService.DeleteCurrentUserSession', {}, signal);
  if (!answer.ok) return actionResult(answer);
  announceSignOut();
  // The sign-out has deleted it.
  if (token !== null) keep?.keep(token);
  wantReload();
  return redirect(to);
}
