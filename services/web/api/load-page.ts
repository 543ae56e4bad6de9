import type { Endpoints, JsonEndpointId } from '@gatehouse/contract/wire';
import { isSignedOutElsewhere, wantReload } from '#session/reload.ts';
import { currentAccount, signInAgain, stayInLoad } from '#session/sign-in-again.ts';
import { type ApiAnswer, readAnswer, saysFactsChanged } from './api-answer.ts';
import { callApi, withTimeout } from './browser-api.ts';
import { hasChangedForm } from './changed-forms.ts';
import { requestOf } from './endpoint-request.ts';
import { pageOf, takeRead } from './kept-reads.ts';

/** The request of a browser loader: its page's address, and the signal of its navigation. */
type LoaderRequest = Pick<Request, 'url' | 'signal'>;

/**
 * Fetches a page's data from the API, in a browser loader. A refusal is part of the answer; one which says that the facts
 * have changed also requests a reload of route data, so that the root loader runs when a policy's redirect wins the
 * navigation and the page never shows (P5).
 */
export async function loadPage<Id extends JsonEndpointId>(
  id: Id,
  input: Endpoints[Id]['input'],
  request: LoaderRequest,
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const answer = await readForPage(id, input, request);
  if (!answer.ok && saysFactsChanged(answer.refusal)) wantReload();
  return answer;
}

/**
 * The same for a read whose refusal says nothing about the session. It takes the read that was sent ahead, if there is one.
 * When the session has ended under a page that is read again and holds text that is not saved, its user first signs in within
 * a dialog: the sign-in page would lose the text (G8). Not when they have signed out in another tab.
 */
export async function readForPage<Id extends JsonEndpointId>(
  id: Id,
  input: Endpoints[Id]['input'],
  request: LoaderRequest,
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const answer = await readOnce(id, input, request);
  const account = currentAccount();
  if (answer.ok || answer.refusal.status !== 401 || account === null) return answer;
  // The page is shown already, and not on the way.
  if (isSignedOutElsewhere() || !hasChangedForm() || pageOf(new URL(request.url)) !== pageOf(location))
    return answer;
  const outcome = await signInAgain(account, 'read_refused');
  if (outcome !== 'same_account' && outcome !== 'not_loaded') return answer;
  stayInLoad(request.signal);
  // Without the dialog it is an outage: the page stays, and the next save or retry asks again.
  return outcome === 'same_account' ? readOnce(id, input, request) : readAnswer(() => Promise.reject());
}

function readOnce<Id extends JsonEndpointId>(
  id: Id,
  input: Endpoints[Id]['input'],
  { url, signal }: LoaderRequest,
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const sent = takeRead(pageOf(new URL(url)), requestOf(id, input).path);
  if (sent === null) return callApi(id, input, signal);
  const limit = withTimeout(signal);
  const abort = () => sent.abort(limit.reason);
  if (limit.aborted) abort();
  else limit.addEventListener('abort', abort);
  return readAnswer(() => sent.response);
}
