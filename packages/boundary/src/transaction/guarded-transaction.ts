import type { IncomingMessage } from 'node:http';
import type { Grant, RequestFacts } from '@gatehouse/access';
import type { Endpoint } from '@gatehouse/contract';
import { type AccessLock, lockAccess, type MembershipResolver } from '@gatehouse/membership-resolver';
import { type ClientConnection, clientNetworks } from '@gatehouse/runtime';
import type { PoolClient } from 'pg';
import { accountIdOf, type Caller } from '../caller/caller.ts';
import { requireGrant, requireSameCompany } from '../caller/grant.ts';
import type { SessionReader, Transaction, TransactionOptions } from '../context.ts';
import { linkOriginOf, queueMails } from '../mail-queue.ts';
import type { Service } from '../service.ts';
import type { AccountSource } from './account-mutex.ts';
import { type Actor, runTransaction, type TransactionOrigin } from './transaction.ts';
import { versionCheck } from './version-check.ts';
import { MAX_WAITING_OF_NETWORK } from './write-lanes.ts';

/** `context.transaction`, without the types that follow from the endpoint. */
type RunInTransaction = (
  work: (tx: object) => Promise<unknown>,
  options?: TransactionOptions,
) => Promise<unknown>;

/**
 * The transaction of a handler: takes the locks of the caller and of the handler in one ordered step, repeats the access
 * check, then runs the work. A revocation of any of it commits before and is seen, or waits (G1).
 */
export function guardedTransaction(
  origin: TransactionOrigin & {
    readonly client: ClientConnection;
    readonly clientAddress: string;
    readonly request: Pick<IncomingMessage, 'headers'>;
  },
  endpoint: Endpoint,
  caller: Caller,
  { writes, resolver, mail }: Pick<Service, 'writes' | 'resolver' | 'mail'>,
): RunInTransaction {
  return (work, { locks = [], queuedFor } = {}) => {
    const isReserved = startsOrEndsSession(endpoint) || locks.some(({ mode }) => mode === 'exclusive');
    const { pool, mutex } = isReserved ? writes.reserved : writes.ordinary;
    const run = async () => {
      let hasMail = false;
      const result = await runTransaction(pool, origin, async (connection, transactionFor) => {
        await lockAccess(connection, [...locksOf(caller.facts), ...locks]);
        const grant = requireGrant(
          endpoint.rule,
          await findLockedFacts(endpoint, caller, connection, resolver),
        );
        requireSameCompany(caller.facts, grant);
        const tx = transactionFor(actorOf(grant));
        const mailEach: Transaction['mailEach'] = async (kind, mails) => {
          await queueMails(tx, linkOriginOf(kind, mail.linkOrigins), kind, mails);
          hasMail ||= mails.length > 0;
        };
        const mailOne: Transaction['mail'] = (kind, content) => mailEach(kind, [content]);
        const versions = versionCheck(endpoint, origin.request.headers['if-match'], tx);
        const worked = await work({
          ...tx,
          mail: mailOne,
          mailEach,
          ...grant,
          ...(endpoint.session === null ? {} : sessionReader(connection, resolver)),
          ...(endpoint.if_match ? { requireVersion: versions.requireVersion } : {}),
        });
        if (endpoint.if_match) versions.requireCompared();
        return worked;
      });
      if (hasMail) mail.onQueued();
      return result;
    };
    const network = clientNetworks(origin.clientAddress).narrow;
    const source = isReserved ? reservedSource(caller, locks, network) : ordinarySource(caller);
    // A failed sign-in is recorded in no queue that others fill; hashing, challenges and throttles bound them.
    if (source === null && startsSession(endpoint)) return run();
    if (source === null) return writes.strangers.run({ accountId: network, source: '' }, origin.client, run);
    // Inside the queue of the account, which has one place in that of the company.
    const runInTurn =
      queuedFor === undefined
        ? run
        : () => writes.long.run({ accountId: queuedFor, source: source.accountId }, origin.client, run);
    return mutex.run(source, origin.client, runInTurn);
  };
}

function startsSession({ session }: Endpoint): boolean {
  return session?.startsWith('starts_') === true;
}

/** Beginning a sign-in is an ordinary write: any visitor can do it. */
function startsOrEndsSession({ session }: Endpoint): boolean {
  return session !== null && !session.startsWith('begins_');
}

/** What a write of the caller depends on. The owner of a session and the company of a membership never change. */
function locksOf({ user, admin }: RequestFacts): readonly AccessLock[] {
  const locks: AccessLock[] = [];
  if (user !== null) locks.push({ kind: 'user', id: user.identities_user.id, mode: 'shared' });
  const company = user?.org_membership?.org_company;
  if (company !== undefined) locks.push({ kind: 'company', id: company.id, mode: 'shared' });
  if (admin !== null) locks.push({ kind: 'admin', id: admin.identities_admin.id, mode: 'shared' });
  return locks;
}

/** One queue per account. Null: a stranger's. */
function ordinarySource({ facts }: Caller): AccountSource | null {
  const accountId = accountIdOf(facts);
  return accountId === null ? null : { accountId, source: '' };
}

/**
 * One queue per session of an account, so that a stolen session cannot keep its owner, signed in elsewhere, from ending it.
 * What proves an account without a session (a sign-in, a sign-out, a link in a mail) queues for the account of its first
 * lock, per network. Null: nothing is proved, such as by a failed sign-in; a stranger could fill the owner's queue.
 */
function reservedSource(
  { facts }: Caller,
  [first]: readonly AccessLock[],
  network: string,
): AccountSource | null {
  const accountId = accountIdOf(facts) ?? first?.id;
  if (accountId === undefined) return null;
  const sessionId = (facts.user ?? facts.admin)?.session.id;
  return sessionId === undefined
    ? { accountId, source: network, maxWaiting: MAX_WAITING_OF_NETWORK }
    : { accountId, source: sessionId };
}

async function findLockedFacts(
  { rule }: Endpoint,
  { tokenHash }: Caller,
  connection: PoolClient,
  { user, admin }: MembershipResolver,
): Promise<RequestFacts> {
  if (tokenHash === null) return { user: null, admin: null };
  return rule.kind === 'admin'
    ? { user: null, admin: await admin.findLocked(connection, tokenHash) }
    : { user: await user.findLocked(connection, tokenHash), admin: null };
}

function actorOf(grant: Grant): Actor {
  switch (grant.kind) {
    case 'public':
      return { kind: 'system', id: null, sessionId: null };
    case 'admin':
      return { kind: 'admin', id: grant.facts.identities_admin.id, sessionId: grant.facts.session.id };
    case 'user':
    case 'talent':
    case 'employer':
      return { kind: 'user', id: grant.facts.identities_user.id, sessionId: grant.facts.session.id };
    default:
      return grant satisfies never;
  }
}

function sessionReader(connection: PoolClient, { user, admin }: MembershipResolver): SessionReader {
  return {
    userFacts: (tokenHash) => user.findLocked(connection, tokenHash),
    adminFacts: (tokenHash) => admin.findLocked(connection, tokenHash),
  };
}
