import type { ApiAnswer, TestSystem } from '@gatehouse/testkit';

/** Who sends a request. */
export interface Sender {
  readonly cookie: string;
  /** The version that a change is made of; absent: any. */
  readonly ifMatch?: string;
}

/**
 * A function that sends requests to the public host.
 * @param systemOf the system when a request is sent: a test file starts it after this call.
 */
export function apiSender(systemOf: () => TestSystem) {
  return (
    method: string,
    path: string,
    { cookie, ifMatch = '*' }: Sender,
    body?: object,
  ): Promise<ApiAnswer> =>
    systemOf().publicHost.request(`/api${path}`, {
      method,
      cookie,
      headers: { 'if-match': ifMatch },
      body,
    });
}
