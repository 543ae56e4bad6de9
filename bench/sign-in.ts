import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { DEMO_TOTP_SECRET } from '@gatehouse/demo-data/staff';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

type Kind = 'user' | 'admin';

/** What a demo account sends to sign in; an admin with the current code, once in 30 seconds. */
function signInOf(email: string, kind: Kind) {
  const code = kind === 'admin' ? { totp: new TOTP({ secret: DEMO_TOTP_SECRET }).generate() } : {};
  return {
    path: `/api/identities/${kind}_sessions`,
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Guard': '1' },
    body: JSON.stringify({ email, password: 'gatehouse-demo-1', ...code }),
  };
}

/**
 * Signs a demo account in without a browser. Only browsers find every host below `localhost` by themselves, so the host is a
 * header. @returns its session cookie, `name=value`.
 */
export async function cookieOf(hostUrl: string, email: string, kind: Kind = 'user'): Promise<string> {
  const { path, headers, body } = signInOf(email, kind);
  const { host, port } = new URL(hostUrl);
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers: { ...headers, Host: host, Origin: hostUrl },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  const { statusCode, headers: answered } = answer;
  const [cookie = ''] = (answered['set-cookie']?.[0] ?? '').split(';', 1);
  if (statusCode !== 201 || cookie === '') throw new Error(`${email} cannot sign in: ${statusCode}`);
  return cookie;
}

/**
 * Signs a demo account in, in the page's browser.
 * @throws {Error} unless the answer is 201.
 */
export async function signIn(page: Page, hostUrl: string, email: string, kind: Kind = 'user') {
  await page.goto(`${hostUrl}/login`);
  const status = await page.evaluate(
    async ({ path, headers, body }) => {
      const answer = await fetch(path, { method: 'POST', headers, body });
      return answer.status;
    },
    signInOf(email, kind),
  );
  if (status !== 201) throw new Error(`${email} cannot sign in: ${status}`);
}
