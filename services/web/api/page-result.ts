import type { Endpoints, JsonEndpointId } from '@gatehouse/contract/wire';
import { data as withStatus } from 'react-router';
import type { ApiAnswer, ApiRefusal } from './api-answer.ts';
import { callApiSignedIn } from './call-signed-in.ts';
import type { FormValues } from './form-values.ts';

/** What a form's action returns to its page: the result, or a refusal. The form keeps its text either way. */
export type ActionResult<T = unknown> =
  | { readonly done: T; readonly refusal?: undefined }
  | { readonly refusal: ApiRefusal; readonly done?: undefined };

/** The endpoints that change a version of a resource (`If-Match`, G9). */
export type VersionedId = {
  [Id in JsonEndpointId]: Endpoints[Id]['if_match'] extends true ? Id : never;
}[JsonEndpointId];

/** All others. */
export type UnversionedId = Exclude<JsonEndpointId, VersionedId>;

/**
 * Sends a write and returns its outcome to the page. A refusal is returned with its status, never thrown: the reload rule
 * sees only returned ones (R4).
 */
export async function sendWrite<Id extends UnversionedId>(
  id: Id,
  input: Endpoints[Id]['input'],
  signal?: AbortSignal,
) {
  return actionResult(await callApiSignedIn(id, input, signal));
}

/** The same for a change of the version that the form's `EditedVersion` names (G9). */
export async function sendChange<Id extends VersionedId>(
  form: FormValues,
  id: Id,
  input: Endpoints[Id]['input'],
  signal: AbortSignal,
) {
  return actionResult(await callApiSignedIn(id, input, signal, form.text('etag')));
}

/** An API answer as the outcome of an action. */
export function actionResult<T>(answer: ApiAnswer<T>) {
  if (answer.ok) return withStatus<ActionResult<T>>({ done: answer.data });
  const { refusal } = answer;
  return withStatus<ActionResult<T>>({ refusal }, { status: refusal.status === 0 ? 503 : refusal.status });
}
