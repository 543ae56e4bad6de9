import { type ApiClient, createApiClient } from './api-client.ts';
import type { RunningPart } from './running-system.ts';

/** The port that an instance listens on, past the ingress. */
export const portOf = ({ url }: Pick<RunningPart, 'url'>): number => Number(new URL(url).port);

/** Speaks HTTP to one instance, past the ingress, under a chosen host name; without one, under the instance's own address. */
export function createInstanceClient(
  instance: Pick<RunningPart, 'url'>,
  host = new URL(instance.url).host,
): ApiClient {
  return createApiClient({ port: portOf(instance), host });
}
