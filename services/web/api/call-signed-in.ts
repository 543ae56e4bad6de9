import type { Endpoints, JsonEndpointId } from '@gatehouse/contract/wire';
import { readStored } from '#journey/browser-storage.ts';
import { isSignedOutElsewhere } from '#session/reload.ts';
import { currentAccount, type SignInReason, signInAgain } from '#session/sign-in-again.ts';
import { LAST_SIGN_OUT } from '#session/tab-owner.ts';
import { type ApiAnswer, type ApiRefusal, ownRefusal } from './api-answer.ts';
import { callApi } from './browser-api.ts';

const NOTHING_SAVED = 'Nothing was saved';
const OTHER_ACCOUNT = ownRefusal(401, NOTHING_SAVED, 'You are signed in with another account now.');

/** Not 401: a reload of route data would lead to the sign-in page, and lose the form. */
function notLoaded(reason: SignInReason): ApiRefusal {
  const isSignedIn = reason === 'authentication_too_old';
  const first = isSignedIn ? 'Check your connection' : 'Sign in again in another tab';
  return ownRefusal(503, NOTHING_SAVED, `${first}, then save again.`);
}

/** Why a write was refused, if the user can change it within the page; null: for another reason. */
function reasonOf({ status, code }: ApiRefusal): SignInReason | null {
  if (status === 401) return 'session_ended';
  return code === 'fresh_authentication_required' ? 'authentication_too_old' : null;
}

/**
 * Sends a write. When the session has ended or its authentication is too old, the user signs in or confirms within a
 * dialog, and the same write is sent again: nothing that was entered is lost (G8). It is sent for the user who entered it,
 * and for no other one: it names the account of its page, and the API refuses it in a session of another one.
 * @param ifMatch the version that the write changes; empty: none.
 */
export function callApiSignedIn<Id extends JsonEndpointId>(
  id: Id,
  input: Endpoints[Id]['input'],
  signal?: AbortSignal,
  ifMatch = '',
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  return sendSignedIn(() => callApi(id, input, signal, ifMatch));
}

/** The same for whatever `send` sends. */
export async function sendSignedIn<Output>(
  send: () => Promise<ApiAnswer<Output>>,
): Promise<ApiAnswer<Output>> {
  const account = currentAccount();
  const signOutBefore = readStored('localStorage', LAST_SIGN_OUT);
  const answer = await send();
  const reason = answer.ok ? null : reasonOf(answer.refusal);
  if (reason === null || account === null) return answer;
  // The user's own sign-out leaves the page, whatever it holds: the dialog would offer to save it above the sign-in page.
  const isSignedOut = isSignedOutElsewhere() || readStored('localStorage', LAST_SIGN_OUT) !== signOutBefore;
  if (reason === 'session_ended' && isSignedOut) return answer;
  switch (await signInAgain(account, reason)) {
    case 'same_account':
      // Meanwhile the page may have become another account's, which a write would name.
      if (currentAccount()?.id === account.id) return send();
      return { ok: false, refusal: OTHER_ACCOUNT };
    case 'other_account':
      return { ok: false, refusal: OTHER_ACCOUNT };
    case 'not_loaded':
      return { ok: false, refusal: notLoaded(reason) };
    case 'left':
      return answer;
  }
}
