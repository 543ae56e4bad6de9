import { DEMO_PASSWORD } from '@gatehouse/demo-data';
import type { ApiClient } from './api-client.ts';
import { nextOneTimeCode } from './one-time-code.ts';

/**
 * Signs a demo person in, like a person; an admin with a one-time code.
 * @returns the `Cookie` header of the session.
 * @throws {Error} with the answer when it is no session.
 */
export async function signIn(
  client: ApiClient,
  email: string,
  system: 'user' | 'admin' = 'user',
): Promise<string> {
  const answer = await client.request(`/api/identities/${system}_sessions`, {
    method: 'POST',
    body: {
      email,
      password: DEMO_PASSWORD,
      ...(system === 'admin' ? { totp: await nextOneTimeCode(client, email) } : {}),
    },
  });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
  if (answer.status !== 201 || cookie === undefined)
    throw new Error(`no sign-in: ${answer.status} ${answer.text}`);
  return cookie;
}
