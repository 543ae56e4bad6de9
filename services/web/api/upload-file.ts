import type { Endpoints, JsonEndpointId } from '@gatehouse/contract/wire';
import { type ApiAnswer, ownRefusal } from './api-answer.ts';
import { sendToApi, withTimeout } from './browser-api.ts';
import { sendSignedIn } from './call-signed-in.ts';
import { requestOf } from './endpoint-request.ts';

/** As long as the API waits for a file. */
const TIMEOUT_MILLIS = 120_000;

/** The endpoints that take a file. */
type UploadId = {
  [Id in JsonEndpointId]: Endpoints[Id]['takesFile'] extends true ? Id : never;
}[JsonEndpointId];

/** A file, as an endpoint takes it. */
interface Upload {
  readonly file: File;
  /** That of the endpoint. The content is what counts: browsers tell the type by the name. */
  readonly mediaType: string;
  /** The version that it changes (G9); absent: none. */
  readonly ifMatch?: string;
}

/** The file of a form's field. One that is too large is refused here: the API would cut the connection. */
export function chosenFile(
  file: File | null,
  maxBytes: number,
  details: { readonly missing: string; readonly tooLarge: string },
): ApiAnswer<File> {
  if (file === null) return { ok: false, refusal: ownRefusal(400, 'Choose a file', details.missing) };
  if (file.size <= maxBytes) return { ok: true, data: file };
  return { ok: false, refusal: ownRefusal(413, 'This file is too large', details.tooLarge) };
}

/**
 * Sends a file to an endpoint that takes one, as `callApiSignedIn` sends a write.
 * @throws {AbortError} when `signal` aborts, and nothing else.
 */
export function uploadSignedIn<Id extends UploadId>(
  id: Id,
  input: Endpoints[Id]['input'],
  { file, mediaType, ifMatch }: Upload,
  signal?: AbortSignal,
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const { method, path } = requestOf(id, input);
  return sendSignedIn(() =>
    sendToApi(path, {
      method,
      headers: { 'content-type': mediaType, ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }) },
      body: file,
      signal: withTimeout(signal, TIMEOUT_MILLIS),
    }),
  );
}
