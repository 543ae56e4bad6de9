import { byAddressVariable } from '@gatehouse/contract';
import { createInstanceClient, startTestSystem, startWebTier, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

/** Behind a proxy that passes the scheme on; the services trust the loopback. */
const BY_HTTP = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
const BY_HTTPS = { ...BY_HTTP, 'x-forwarded-proto': 'https' };

let system: TestSystem;
let web: Awaited<ReturnType<typeof startWebTier>>;
beforeAll(async () => {
  system = await startTestSystem({ environment: { PUBLIC_SCHEME: 'https' } });
  web = await startWebTier({
    PUBLIC_HOST: system.local.publicHost,
    TEAM_HOST: system.local.teamHost,
    ...byAddressVariable(() => 'http://127.0.0.1:9'),
    TRUST_PROXY: 'loopback,uniquelocal',
    LOG_LEVEL: 'fatal',
  });
});
afterAll(async () => {
  await web.stop();
  await system.stop();
});

describe('the API of a site with https', () => {
  const SIGN_IN = { email: 'unknown@example.com', password: 'not the password' };
  // The local ingress names the scheme of its clients, which is http.
  test.each([
    ['a read without an account', 'GET', '/api/talent/job_posts', undefined],
    ['a sign-in', 'POST', '/api/identities/user_sessions', SIGN_IN],
    ['an unknown path', 'GET', '/api/talent/unknown', undefined],
  ])('K8: refuses %s by plain http', async (_what, method, path, body) => {
    const answer = await system.publicHost.request(path, { method, body });
    expect(answer).toMatchObject({ status: 403, body: { code: 'https_required', title: 'Use https' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('K8: refuses a sign-in of the staff as well', async () => {
    const answer = await system.teamHost.request('/api/identities/admin_sessions', {
      method: 'POST',
      body: SIGN_IN,
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'https_required' } });
  });
});

describe('the web tier of a site with https', () => {
  const get = async (host: string, headers: Record<string, string>) => {
    const client = createInstanceClient(web, host);
    try {
      return await client.request('/login?return_to=%2Faccount', { headers });
    } finally {
      client.close();
    }
  };

  test('K8: redirects a page by plain http to https, on both hosts', async () => {
    for (const host of [system.local.publicHost, system.local.teamHost]) {
      const { status, headers } = await get(host, BY_HTTP);
      expect(status).toBe(308);
      expect(headers.location).toBe(`https://${host}/login?return_to=%2Faccount`);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('K8 C2: a redirect of a browser with a session is private', async () => {
    const { status, headers } = await get(system.local.publicHost, {
      ...BY_HTTP,
      cookie: 'app_session_id=x',
    });
    expect([status, headers['cache-control']]).toEqual([308, 'private, no-store']);
  });

  test('K8: redirects no other host, and no client that came by https', async () => {
    expect((await get('other.example.com', BY_HTTP)).status).toBe(421);
    expect((await get(system.local.publicHost, BY_HTTPS)).status).toBe(200);
    // The first proxy has met the client.
    const twice = { ...BY_HTTPS, 'x-forwarded-proto': 'https, http' };
    expect((await get(system.local.publicHost, twice)).status).toBe(200);
    // Probes and calls within the cluster name no scheme.
    expect((await get(system.local.publicHost, {})).status).toBe(200);
  });
});
