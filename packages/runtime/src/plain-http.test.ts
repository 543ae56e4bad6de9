import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { isByPlainHttp } from './plain-http.ts';

/** A request from an address of which Express trusts 10.0.0.1 only. */
const from = (remoteAddress: string, scheme?: string) => ({
  headers: { 'x-forwarded-proto': scheme } as IncomingMessage['headers'],
  socket: { remoteAddress } as IncomingMessage['socket'],
  app: { get: () => (address: string, hop: number) => address === '10.0.0.1' && hop === 0 },
});

test.each([
  ['http', true],
  ['HTTP', true],
  ['http, https', true],
  ['https, http', false],
  ['https', false],
  ['', false],
  [undefined, false],
])('K8: a trusted proxy says %j: by plain http is %s', (scheme, expected) => {
  expect(isByPlainHttp(from('10.0.0.1', scheme))).toBe(expected);
});

test('K8: what another peer says does not count', () => {
  expect(isByPlainHttp(from('10.0.0.2', 'http'))).toBe(false);
});
