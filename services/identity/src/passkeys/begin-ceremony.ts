import { hashSecretToken, type Queryable, type Statement } from '@gatehouse/boundary';
import type { PasskeyChallenge } from '@gatehouse/contract';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { countAccountUse } from '../throttle/count-account-use.ts';
import { countAddressUse } from '../throttle/count-address-use.ts';
import type { Limiter } from '../throttle/limiters.ts';
import { type ChallengePurpose, createChallenge } from './challenges.ts';
import { creationOptions, requestOptions } from './options.ts';
import type { RelyingParty } from './relying-party.ts';
import { listPasskeys } from './stored-passkeys.ts';

/** What a challenge needs. */
export interface ChallengeDependencies {
  readonly relyingParty: RelyingParty;
  /** Limits the rows that challenges are: of callers without a session by their address. */
  readonly challengeThrottle: AddressThrottle;
  /** Of callers with a session by their account. */
  readonly challengeOfAccount: Limiter;
}

/** A user or an admin, as authenticators show the account. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The context of any endpoint that creates a challenge. */
interface CeremonyContext {
  readonly read: Queryable;
  readonly client: { readonly address: string };
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  refuse(code: 'rate_limited', options: { retryAfterSeconds: number }): never;
}

/** Begins a sign-in: the options name no account and no passkey. @throws {Refusal} rate_limited */
export async function beginSignIn(
  context: CeremonyContext & { readonly browserHash: Buffer | null },
  dependencies: ChallengeDependencies,
  purpose: ChallengePurpose,
): Promise<PasskeyChallenge> {
  await countAddressUse(context, dependencies.challengeThrottle);
  const { browserHash } = context;
  if (browserHash === null) throw new Error('a sign-in begins without a browser');
  const challenge = await context.transaction((tx) => createChallenge(tx, purpose, { browserHash }));
  return { options: await requestOptions(dependencies.relyingParty, { challenge, passkeys: [] }) };
}

/**
 * Begins the first passkey of an account, for the holder of a mail's link.
 * @param find the account of the link's hash. @throws {Refusal} token_invalid, rate_limited
 */
export async function beginFirstPasskey(
  context: CeremonyContext & { refuse(code: 'token_invalid'): never },
  dependencies: ChallengeDependencies,
  { purpose, token, find }: { purpose: ChallengePurpose; token: string; find: Statement<Account> },
): Promise<PasskeyChallenge> {
  await countAddressUse(context, dependencies.challengeThrottle);
  const linkHash = hashSecretToken(token);
  const [account] = await context.read.query(find, [linkHash]);
  if (account === undefined) return context.refuse('token_invalid');
  const challenge = await context.transaction((tx) => createChallenge(tx, purpose, { linkHash }));
  return { options: await creationOptions(dependencies.relyingParty, { challenge, account, passkeys: [] }) };
}

/** A ceremony of the caller. */
interface OwnCeremony {
  readonly purpose: ChallengePurpose;
  readonly account: Account;
  readonly sessionId: string;
}

/** Begins a reauthentication of the caller's session. @throws {Refusal} rate_limited */
export async function beginReauthentication(
  context: CeremonyContext,
  dependencies: ChallengeDependencies,
  { purpose, account: { id }, sessionId }: OwnCeremony,
): Promise<PasskeyChallenge> {
  const { relyingParty, challengeOfAccount } = dependencies;
  await countAccountUse(context, challengeOfAccount, id);
  const passkeys = await listPasskeys(context.read, { system: relyingParty.system, id });
  const challenge = await context.transaction((tx) => createChallenge(tx, purpose, { sessionId }));
  return { options: await requestOptions(relyingParty, { challenge, passkeys }) };
}

/** Begins a further passkey of the caller; an authenticator that has one already is excluded. @throws {Refusal} rate_limited */
export async function beginFurtherPasskey(
  context: CeremonyContext,
  dependencies: ChallengeDependencies,
  { purpose, account, sessionId }: OwnCeremony,
): Promise<PasskeyChallenge> {
  const { relyingParty, challengeOfAccount } = dependencies;
  await countAccountUse(context, challengeOfAccount, account.id);
  const passkeys = await listPasskeys(context.read, { system: relyingParty.system, id: account.id });
  const challenge = await context.transaction((tx) => createChallenge(tx, purpose, { sessionId }));
  return { options: await creationOptions(relyingParty, { challenge, account, passkeys }) };
}
