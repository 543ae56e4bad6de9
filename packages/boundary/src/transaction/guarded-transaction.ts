import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Grant, RequestFacts } from '@gatehouse/access';
import type { Endpoint } from '@gatehouse/contract';
import { type AccessLock, lockAccess, type MembershipResolver } from '@gatehouse/membership-resolver';
import { type ClientConnection, clientNetworks } from '@gatehouse/runtime';
import type { PoolClient } from 'pg';
import { accountIdOf, type Caller } from '../caller/caller.ts';
import { requireGrant, requireSameCompany } from '../caller/grant.ts';
import { startsOrEndsSession, startsSession } from '../caller/session-effect.ts';
import type { SessionReader, Transaction, TransactionOptions } from '../context.ts';
import { linkOriginOf, queueMails } from '../mail-queue.ts';
import type { Service } from '../service.ts';
import { inQuerySpan } from '../traced-query.ts';
import { sendTogether } from './send-together.ts';
import {
  type Actor,
  type AuditedTransaction,
  runTransaction,
  type TransactionOrigin,
} from './transaction.ts';
import { versionCheck } from './version-check.ts';
import { type LaneName, runQueued } from './write-lanes.ts';

/** `context.transaction`, without the types that follow from the endpoint. */
type RunInTransaction = (
  work: (tx: object) => Promise<unknown>,
  options?: TransactionOptions,
) => Promise<unknown>;

/** The request that a write belongs to. */
type WriteOrigin = TransactionOrigin & {
  readonly client: ClientConnection;
  readonly clientAddress: string;
  readonly request: Pick<IncomingMessage, 'headers'>;
};

const NO_FACTS: RequestFacts = { user: null, admin: null };

/**
 * `context.transaction` of one request. A write waits in its queues, takes a connection, then, in one transaction:
 *
 * 1. takes the locks of the caller and of the handler in one ordered step;
 * 2. reads the facts again, and decides again (G1): a revocation of any of them has committed before and is seen, or waits for
 *    this transaction;
 * 3. runs the handler's work.
 */
export function guardedTransaction(
  origin: WriteOrigin,
  endpoint: Endpoint,
  caller: Caller,
  service: Pick<Service, 'writes' | 'resolver' | 'mail'>,
): RunInTransaction {
  const { writes, mail } = service;
  return (work, { locks = [], queuedFor = null, minMillis = 0, provedBySessionId = null } = {}) => {
    const isReserved = startsOrEndsSession(endpoint) || locks.some(({ mode }) => mode === 'exclusive');
    const accountId = accountIdOf(caller.facts) ?? (isReserved ? provedAccount(locks) : null);
    const lane = laneOf(endpoint, accountId, isReserved);
    const { pool } = writes[lane];
    const run = async () => {
      const sent = { hasMail: false };
      const result = await runTransaction(pool, origin, {
        open: (connection) => lockThenFindFacts(connection, { origin, endpoint, caller, locks, service }),
        work: async (facts, transactionFor, connection) => {
          const grant = requireGrant(endpoint.rule, facts);
          requireSameCompany(caller.facts, grant);
          const tx = transactionFor(actorOf(grant));
          const versions = versionCheck(endpoint, origin.request.headers['if-match'], tx);
          const worked = await work({
            ...tx,
            ...mailOf(tx, mail, sent),
            ...grant,
            ...(endpoint.session === null ? {} : sessionReader(connection, service.resolver)),
            ...(endpoint.if_match ? { requireVersion: versions.requireVersion } : {}),
          });
          if (endpoint.if_match) versions.requireCompared();
          return worked;
        },
      });
      if (sent.hasMail) mail.onQueued();
      return result;
    };
    const write = {
      lane,
      accountId,
      sessionId: (caller.facts.user ?? caller.facts.admin)?.session.id ?? null,
      provedBySessionId,
      network: clientNetworks(origin.clientAddress).wide,
      companyId: queuedFor,
      isSignIn: startsSession(endpoint),
      hasMinTime: minMillis > 0,
    };
    return runQueued(writes, write, origin, minMillis === 0 ? run : () => lasting(minMillis, run));
  };
}

/**
 * The facts of the caller, which change no more until the transaction ends. Both statements leave in one write; PostgreSQL looks
 * for the facts, in a snapshot of their own, once it has granted the locks.
 */
async function lockThenFindFacts(
  connection: PoolClient,
  {
    origin: { span },
    endpoint,
    caller: { facts, tokenHash },
    locks,
    service: { resolver },
  }: {
    readonly origin: WriteOrigin;
    readonly endpoint: Endpoint;
    readonly caller: Caller;
    readonly locks: readonly AccessLock[];
    readonly service: Pick<Service, 'resolver'>;
  },
): Promise<RequestFacts> {
  const allLocks = [...locksOf(facts), ...locks];
  const [, found] = await sendTogether(connection, () => [
    allLocks.length === 0 ? null : inQuerySpan('lock_access', span, () => lockAccess(connection, allLocks)),
    tokenHash === null
      ? NO_FACTS
      : inQuerySpan('find_locked_facts', span, () =>
          findLockedFacts(endpoint, tokenHash, connection, resolver),
        ),
  ]);
  return found;
}

/** The part of a transaction that queues mail. @param sent learns whether it has. */
function mailOf(
  tx: AuditedTransaction,
  { linkOrigins }: Service['mail'],
  sent: { hasMail: boolean },
): Pick<Transaction, 'mail' | 'mailEach'> {
  const mailEach: Transaction['mailEach'] = async (kind, mails) => {
    await queueMails(tx, linkOriginOf(kind, linkOrigins), kind, mails);
    sent.hasMail ||= mails.length > 0;
  };
  return { mailEach, mail: (kind, content) => mailEach(kind, [content]) };
}

/**
 * The account that a request without a session has proved, such as by a sign-in, a sign-out or a link in a mail: the one of its
 * first lock. Null: it has proved none, as a failed sign-in; in the account's queue, strangers could keep its owner waiting.
 */
function provedAccount([first]: readonly AccessLock[]): string | null {
  return first?.id ?? null;
}

/** A request that proves no account uses none of the connections on which others revoke and sign in. */
function laneOf({ system }: Endpoint, accountId: string | null, isReserved: boolean): LaneName {
  if (accountId === null || !isReserved) return 'ordinary';
  return system === 'admin' ? 'staff' : 'reserved';
}

/** Lasts as long as `work`, and at least `minMillis`. */
async function lasting<Result>(minMillis: number, work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work(), delay(minMillis)]);
  return result;
}

/**
 * The shared locks of what the caller's access depends on. They follow from the facts of the request's start: the owner of a
 * session and the company of a membership never change.
 */
function locksOf({ user, admin }: RequestFacts): readonly AccessLock[] {
  const locks: AccessLock[] = [];
  if (user !== null) locks.push({ kind: 'user', id: user.identities_user.id, mode: 'shared' });
  const company = user?.org_membership?.org_company;
  if (company !== undefined) locks.push({ kind: 'company', id: company.id, mode: 'shared' });
  if (admin !== null) locks.push({ kind: 'admin', id: admin.identities_admin.id, mode: 'shared' });
  return locks;
}

async function findLockedFacts(
  { rule }: Endpoint,
  tokenHash: string,
  connection: PoolClient,
  { user, admin }: MembershipResolver,
): Promise<RequestFacts> {
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
