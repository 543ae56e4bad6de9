import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const HOUR_MILLIS = 3_600_000;
const EXPIRES = new Date(Date.now() + 24 * HOUR_MILLIS).toISOString();

const startWith = (expires: string) =>
  startTestSystem({
    withWeb: true,
    environment: {
      SECURITY_CONTACT: 'mailto:security@example.com',
      SECURITY_CONTACT_EXPIRES: expires,
    },
  });

let system: TestSystem;
beforeAll(async () => {
  system = await startWith(EXPIRES);
});
afterAll(() => system.stop());

describe('below /.well-known', () => {
  test.each(['publicHost', 'teamHost'] as const)(
    '%s says where to report a vulnerability (RFC 9116)',
    async (host) => {
      const { status, headers, text } = await system[host].request('/.well-known/security.txt');
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(text.split('\n')).toEqual([
        'Contact: mailto:security@example.com',
        `Expires: ${EXPIRES}`,
        'Preferred-Languages: en',
        `Canonical: http://${system.local[host]}/.well-known/security.txt`,
        '',
      ]);
    },
  );

  test('after its time there is no security.txt: clients must not rely on it then (RFC 9116)', async () => {
    const outdated = await startWith(new Date(Date.now() - 1000).toISOString());
    try {
      for (const host of ['publicHost', 'teamHost'] as const) {
        const { status, text } = await outdated[host].request('/.well-known/security.txt');
        expect([host, status, text.includes('security@example.com')]).toEqual([host, 404, false]);
      }
    } finally {
      await outdated.stop();
    }
  });

  test('C2: with a session cookie, too, no cache may store it', async () => {
    const { headers } = await system.publicHost.request('/.well-known/security.txt', {
      cookie: 'app_session_id=x',
    });
    expect(headers['cache-control']).toBe('private, no-store');
  });

  test.each(['publicHost', 'teamHost'] as const)(
    '%s answers 404 for any other file, without a redirect to the sign-in: password managers ask for one that does not exist',
    async (host) => {
      const path = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
      const { status, text } = await system[host].request(path);
      expect([status, text]).toEqual([404, 'Not found.\n']);
    },
  );

  test('a password manager finds the page on which users change their password', async () => {
    const { status, headers } = await system.publicHost.request('/.well-known/change-password');
    expect({ status, location: headers['location'] }).toEqual({ status: 302, location: '/account#password' });
    const { headers: ofTeam } = await system.teamHost.request('/.well-known/change-password');
    expect(ofTeam['location']).toBeUndefined();
  });
});
