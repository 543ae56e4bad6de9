import { DEMO_TOTP_SECRET } from '@gatehouse/demo-data/staff';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

/** Signs a demo account in, in the page's browser: an admin on the team host with the current code, once in 30 seconds. */
export async function signIn(page: Page, hostUrl: string, email: string, kind: 'user' | 'admin' = 'user') {
  const code = kind === 'admin' ? { totp: new TOTP({ secret: DEMO_TOTP_SECRET }).generate() } : {};
  await page.goto(`${hostUrl}/login`);
  const status = await page.evaluate(
    async ({ path, body }) => {
      const headers = { 'Content-Type': 'application/json', 'X-CSRF-Guard': '1' };
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return answer.status;
    },
    { path: `/api/identities/${kind}_sessions`, body: { email, password: 'gatehouse-demo-1', ...code } },
  );
  if (status !== 201) throw new Error(`${email} cannot sign in: ${status}`);
}
