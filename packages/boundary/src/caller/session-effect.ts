import type { Endpoint } from '@gatehouse/contract';

/** What an endpoint declares as the effect of its answer on the session. */
type Effect = Pick<Endpoint, 'session'>;

/** Whether the endpoint begins a sign-in, which ends at another one; any visitor can do it. */
export function beginsSignIn({ session }: Effect): boolean {
  return session?.startsWith('begins_') === true;
}

/** Whether the endpoint's answer starts a session. */
export function startsSession({ session }: Effect): boolean {
  return session?.startsWith('starts_') === true;
}

/** Whether the endpoint's answer starts or ends a session. */
export function startsOrEndsSession(endpoint: Effect): boolean {
  return endpoint.session !== null && !beginsSignIn(endpoint);
}
