import { endpoints, type JsonEndpointId } from '@gatehouse/contract/wire';

/** What a call needs to know of an endpoint. */
export interface EndpointOfCall {
  readonly method: string;
  /** With `{field}` where a field of the input belongs. */
  readonly path: string;
  /** Whether the other fields are a JSON body; false: they are the query. */
  readonly hasBody: boolean;
}

/** By the contract's table; in the browser `inlined-endpoint.ts` is in the place of this file. */
export function endpointOf(id: JsonEndpointId): EndpointOfCall {
  return endpoints[id];
}
