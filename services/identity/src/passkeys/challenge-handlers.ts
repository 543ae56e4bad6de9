import { type Handler, hashSecretToken, statement } from '@gatehouse/boundary';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { createChallenge } from './challenges.ts';
import { creationOptions, requestOptions } from './options.ts';
import type { RelyingParty } from './relying-party.ts';
import { listPasskeys } from './stored-passkeys.ts';

/** What a challenge needs. */
export interface ChallengeDependencies {
  readonly relyingParty: RelyingParty;
  readonly challengeThrottle: AddressThrottle;
}

/** With the id that the account will have: an address that an earlier release left unverified keeps its own. */
const FIND_SIGN_UP = statement<{ id: string; email: string; name: string }>(
  'find_sign_up_of_token',
  `select coalesce(u.id, s.id) as id, s.email, s.name
     from identity.sign_ups s left join identity.users u on u.email = s.email
    where s.token_hash = $1 and s.expires_at > now()`,
  { indexes: ['sign_ups_token_hash_key', 'users_email_key'] },
);

/** The context of any endpoint that creates a challenge. */
interface LimitedContext {
  readonly client: { readonly address: string };
  refuse(code: 'rate_limited', options: { retryAfterSeconds: number }): never;
}

/** Begins a sign-in: the options name no account and no passkey. */
export function createSignInChallenge({
  relyingParty,
  challengeThrottle,
}: ChallengeDependencies): Handler<'PasskeyService.CreatePasskeySignInChallenge'> {
  return async (context) => {
    await limitChallenges(context, challengeThrottle);
    const { browserHash } = context;
    if (browserHash === null) throw new Error('a sign-in begins without a browser');
    const challenge = await context.transaction((tx) => createChallenge(tx, 'sign_in', { browserHash }));
    return { options: await requestOptions(relyingParty, { challenge, passkeys: [] }) };
  };
}

/** Begins the first passkey of an account, for the holder of the sign-up's link. */
export function createSignUpChallenge({
  relyingParty,
  challengeThrottle,
}: ChallengeDependencies): Handler<'PasskeyService.CreatePasskeySignUpChallenge'> {
  return async (context, input) => {
    await limitChallenges(context, challengeThrottle);
    const linkHash = hashSecretToken(input.token);
    const [account] = await context.read.query(FIND_SIGN_UP, [linkHash]);
    if (account === undefined) return context.refuse('token_invalid');
    const challenge = await context.transaction((tx) => createChallenge(tx, 'sign_up', { linkHash }));
    return { options: await creationOptions(relyingParty, { challenge, account, passkeys: [] }) };
  };
}

/** Begins a reauthentication of the caller's session. */
export function createReauthenticationChallenge({
  relyingParty,
  challengeThrottle,
}: ChallengeDependencies): Handler<'PasskeyService.CreatePasskeyReauthenticationChallenge'> {
  return async (context) => {
    await limitChallenges(context, challengeThrottle);
    const { session, identities_user } = context.facts;
    const passkeys = await listPasskeys(context.read, { system: 'user', id: identities_user.id });
    const challenge = await context.transaction((tx) =>
      createChallenge(tx, 'reauthentication', { sessionId: session.id }),
    );
    return { options: await requestOptions(relyingParty, { challenge, passkeys }) };
  };
}

/** Begins a further passkey of the caller; an authenticator that has one already is excluded. */
export function createCreationChallenge({
  relyingParty,
  challengeThrottle,
}: ChallengeDependencies): Handler<'PasskeyService.CreatePasskeyCreationChallenge'> {
  return async (context) => {
    await limitChallenges(context, challengeThrottle);
    const { session, identities_user: account } = context.facts;
    const passkeys = await listPasskeys(context.read, { system: 'user', id: account.id });
    const challenge = await context.transaction((tx) =>
      createChallenge(tx, 'creation', { sessionId: session.id }),
    );
    return { options: await creationOptions(relyingParty, { challenge, account, passkeys }) };
  };
}

/** @throws {Refusal} rate_limited after too many challenges for one address: each one is a row. */
export async function limitChallenges(context: LimitedContext, throttle: AddressThrottle): Promise<void> {
  const wait = await throttle.use(context.client.address);
  if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
}
