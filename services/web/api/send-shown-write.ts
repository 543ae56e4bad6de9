import type { Endpoints, JsonEndpointId } from '@gatehouse/contract/wire';
import { currentAccount } from '#session/sign-in-again.ts';
import type { ApiAnswer } from './api-answer.ts';
import { callApiSignedIn } from './call-signed-in.ts';

/**
 * Sends a write of a control that shows it before it is answered. It is no action of a page: its sender must receive the answer although
 * the user has left the page. The browser asks before it closes the document meanwhile.
 * @param ifMatch the version that the write changes; empty: none.
 * @returns null: the page has become another account's, for which the sender sends nothing more and shows nothing.
 */
export async function sendShownWrite<Id extends JsonEndpointId>(
  id: Id,
  input: Endpoints[Id]['input'],
  ifMatch = '',
): Promise<ApiAnswer<Endpoints[Id]['output']> | null> {
  const account = currentAccount();
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', ask);
  try {
    const answer = await callApiSignedIn(id, input, undefined, ifMatch);
    return currentAccount()?.id === account?.id ? answer : null;
  } finally {
    removeEventListener('beforeunload', ask);
  }
}
