import type { Endpoints, JsonEndpointId } from '@gatehouse/contract/wire';
import type { ApiAnswer } from './api-answer.ts';
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
