import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({
    withWeb: true,
    environment: {
      SECURITY_CONTACT: 'mailto:security@example.com',
      SECURITY_CONTACT_EXPIRES: '2027-06-30T00:00:00Z',
    },
  });
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
        'Expires: 2027-06-30T00:00:00.000Z',
        'Preferred-Languages: en',
        `Canonical: http://${system.local[host]}/.well-known/security.txt`,
        '',
      ]);
    },
  );

  test('C2: with a session cookie, too, no cache may store it', async () => {
    const { headers } = await system.publicHost.request('/.well-known/security.txt', {
      cookie: 'app_session_id=x',
    });
    expect(headers['cache-control']).toBe('private, no-store');
  });

  test('a password manager finds the page on which users change their password', async () => {
    const { status, headers } = await system.publicHost.request('/.well-known/change-password');
    expect({ status, location: headers['location'] }).toEqual({ status: 302, location: '/account#password' });
    const { headers: ofTeam } = await system.teamHost.request('/.well-known/change-password');
    expect(ofTeam['location']).not.toContain('/account');
  });
});
