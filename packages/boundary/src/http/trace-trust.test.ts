import { describe, expect, test } from '@jest/globals';
import proxyAddress from 'proxy-addr';
import { hostNamesOf } from './host-names.ts';
import { trustsTraceparent } from './trace-trust.ts';

const hostNames = hostNamesOf('www.example.test', 'team.example.test:8443');
const inCluster = proxyAddress.compile('10.0.0.0/8');

function isTrusted(
  headers: Record<string, string>,
  {
    from = '10.1.2.3',
    ingressSetsTraceparent = false,
  }: { from?: string; ingressSetsTraceparent?: boolean } = {},
) {
  const rawHeaders = Object.entries(headers).flat();
  return trustsTraceparent(
    { url: '/', headers, rawHeaders, socket: { remoteAddress: from } },
    { hostNames, ingressSetsTraceparent, trustsPeer: (address) => inCluster(address, 0) },
  );
}

describe('F19: whose traceparent is continued', () => {
  test("the web tier's internal read is", () => {
    expect(isTrusted({ host: 'identity:8080' })).toBe(true);
  });

  test.each<[string, Record<string, string>]>([
    ['names the public host', { host: 'www.example.test' }],
    ['names the team host, in other letters', { host: 'Team.Example.test:8443' }],
    ['was forwarded for a client', { host: 'identity:8080', 'x-forwarded-for': '1.2.3.4' }],
    ['was forwarded for an unknown client', { host: 'identity:8080', 'x-forwarded-for': '' }],
    ['was forwarded, in the newer words', { host: 'identity:8080', forwarded: 'for=1.2.3.4' }],
    ['names the public host with a port', { host: 'www.example.test:443' }],
    [
      'names the public host beside an internal one',
      { host: 'identity:8080', 'x-forwarded-host': 'www.example.test' },
    ],
  ])('a request that %s is not', (_what, headers) => {
    expect(isTrusted(headers)).toBe(false);
    expect(isTrusted(headers, { ingressSetsTraceparent: true })).toBe(true);
  });

  test('a request from outside of the trusted networks is not', () => {
    expect(isTrusted({ host: 'identity:8080' }, { from: '192.0.2.1' })).toBe(false);
  });
});
