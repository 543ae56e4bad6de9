import type { JsonEndpointId } from '@gatehouse/contract/wire';
import type { EndpointOfCall } from './endpoint-table.ts';

/** In the browser's scripts the build has put an endpoint's method, path and, if it takes one, `body` in the place of its id. */
export function endpointOf(id: JsonEndpointId): EndpointOfCall {
  const [method = '', path = '', body] = id.split(' ');
  return { method, path, hasBody: body !== undefined };
}
