import type { Endpoints, JsonEndpointId } from '@gatehouse/contract/wire';
import { endpointOf } from './endpoint-table.ts';

/** Method, path with query, and JSON body of a call, by the contract's table. */
export interface EndpointRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

/** The endpoints that read. */
export type ReadableId = {
  [Id in JsonEndpointId]: Endpoints[Id]['method'] extends 'GET' ? Id : never;
}[JsonEndpointId];

/** Input fields that the path names fill it; the contract says whether the others are a JSON body or the query. */
export function requestOf(id: JsonEndpointId, input: object): EndpointRequest {
  const { method, path: template, hasBody } = endpointOf(id);
  const rest = new Map<string, unknown>(Object.entries(input));
  const path = template.replaceAll(/\{([a-z_]+)\}/g, (_whole, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (hasBody) return { method, path, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    for (const item of [value].flat()) {
      if (item !== undefined && item !== '') query.append(name, String(item));
    }
  }
  return { method, path: query.size > 0 ? `${path}?${query}` : path, body: null };
}
