import { type ApiClient, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** The origin of the pages of users. */
export function originOf({ local }: Pick<TestSystem, 'local'>): string {
  return `http://${local.publicHost}`;
}

const CHALLENGES = '/api/identities/passkey_challenges';

/** Begins a sign-in in a browser. @param cookie of its earlier one; absent: a new browser. */
export async function beginSignIn(client: ApiClient, cookie?: string) {
  const path = `${CHALLENGES}/sign_in`;
  const answer = await client.request(path, { method: 'POST', ...(cookie === undefined ? {} : { cookie }) });
  const browser = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { answer, options: answer.body?.options, browser };
}

/** Sends an assertion to sign in. */
export function signInWith(client: ApiClient, passkey: object, cookie: string) {
  const path = '/api/identities/user_sessions/passkey';
  return client.request(path, { method: 'POST', body: { passkey }, cookie });
}

/** Signs in with a passkey from a new browser. */
export async function signInWithPasskey(
  client: ApiClient,
  authenticator: SoftwareAuthenticator,
  origin: string,
) {
  const { options, browser } = await beginSignIn(client);
  return signInWith(client, authenticator.get(options, { origin }), browser);
}

/** Adds a passkey to the account of a live session. */
export async function addPasskey(
  client: ApiClient,
  cookie: string,
  authenticator: SoftwareAuthenticator,
  origin: string,
) {
  const { body } = await client.request(`${CHALLENGES}/creation`, { method: 'POST', cookie });
  const passkey = authenticator.create(body.options, { origin });
  return client.request('/api/identities/passkeys', { method: 'POST', body: { passkey }, cookie });
}

/** A person with one passkey and no password. */
export async function makePersonWithPasskey(
  system: TestSystem,
  authenticator = new SoftwareAuthenticator(),
): Promise<TestPerson & { readonly authenticator: SoftwareAuthenticator; readonly passkeyId: string }> {
  const person = await makePerson(system.database);
  const added = await addPasskey(system.publicHost, person.cookie, authenticator, originOf(system));
  if (added.status !== 201) throw new Error(`no passkey: ${added.status} ${added.text}`);
  return { ...person, authenticator, passkeyId: added.body.id };
}
