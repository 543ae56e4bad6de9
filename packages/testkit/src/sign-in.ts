import { DEMO_PASSWORD } from '@gatehouse/demo-data/staff';
import type { ApiClient } from './api-client.ts';
import { currentOneTimeCode } from './one-time-code.ts';
import type { TestSystem } from './test-system.ts';

/**
 * Signs a demo user in.
 * @returns the `Cookie` header of the session.
 * @throws {Error} with the answer when it is no session.
 */
export function signIn(client: ApiClient, email: string): Promise<string> {
  return startSession(client, 'user', { email, password: DEMO_PASSWORD });
}

/** Signs a demo admin in, with a one-time code; otherwise as `signIn`. */
export async function signInAdmin(
  { teamHost, database }: Pick<TestSystem, 'teamHost' | 'database'>,
  email: string,
): Promise<string> {
  const totp = await currentOneTimeCode(database, email);
  return startSession(teamHost, 'admin', { email, password: DEMO_PASSWORD, totp });
}

async function startSession(client: ApiClient, system: 'user' | 'admin', body: object): Promise<string> {
  const answer = await client.request(`/api/identities/${system}_sessions`, { method: 'POST', body });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
  if (answer.status !== 201 || cookie === undefined)
    throw new Error(`no sign-in: ${answer.status} ${answer.text}`);
  return cookie;
}
