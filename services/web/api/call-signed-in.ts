import type { EndpointId, Endpoints } from '@gatehouse/contract/wire';
import { currentAccount, signInAgain } from '#session/sign-in-again.ts';
import type { ApiAnswer, ApiRefusal } from './api-answer.ts';
import { callApi } from './browser-api.ts';

const OTHER_ACCOUNT: ApiRefusal = {
  status: 401,
  code: null,
  title: 'Nothing was saved',
  detail: 'You are signed in with another account now.',
  traceId: null,
  errors: [],
};

/** Not 401: a reload of route data would lead to the sign-in page, and lose the form. */
const NOT_LOADED: ApiRefusal = {
  ...OTHER_ACCOUNT,
  status: 503,
  detail: 'Your session has ended. Sign in in another tab, then save again.',
};

/**
 * Sends a write. When the session has ended, the user signs in within a dialog, and the same write is sent again: nothing
 * that was entered is lost (G8). It is sent for the user who entered it, and for no other one.
 * @param ifMatch the version that the write changes; empty: none.
 */
export async function callApiSignedIn<Id extends EndpointId>(
  id: Id,
  input: Endpoints[Id]['input'],
  signal?: AbortSignal,
  ifMatch = '',
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const account = currentAccount();
  const answer = await callApi(id, input, signal, ifMatch);
  if (answer.ok || answer.refusal.status !== 401 || account === null) return answer;
  switch (await signInAgain(account)) {
    case 'same_account':
      return callApi(id, input, signal, ifMatch);
    case 'other_account':
      return { ok: false, refusal: OTHER_ACCOUNT };
    case 'not_loaded':
      return { ok: false, refusal: NOT_LOADED };
    case 'left':
      return answer;
  }
}
