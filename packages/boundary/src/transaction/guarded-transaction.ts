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
import { type Actor, runTransaction, type TransactionOrigin } from './transaction.ts';
import { versionCheck } from './version-check.ts';
import { inTurn, type LaneName } from './write-lanes.ts';

/** `context.transaction`, without the types that follow from the endpoint. */
type RunInTransaction = (
  work: (tx: object) => Promise<unknown>,
  options?: TransactionOptions,
) => Promise<unknown>;

const NO_FACTS: RequestFacts = { user: null, admin: null };

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
  return (work, { locks = [], queuedFor = null, minMillis = 0 } = {}) => {
    const isReserved = startsOrEndsSession(endpoint) || locks.some(({ mode }) => mode === 'exclusive');
    const accountId = accountIdOf(caller.facts) ?? (isReserved ? provedAccount(locks) : null);
    const lane = laneOf(endpoint, accountId, isReserved);
    const { pool } = writes[lane];
    const run = async () => {
      let hasMail = false;
      const result = await runTransaction(pool, origin, {
        open: async (connection) => {
          const { span } = origin;
          const { tokenHash } = caller;
          const allLocks = [...locksOf(caller.facts), ...locks];
          // PostgreSQL looks for the facts, in a snapshot of their own, once it has granted the locks.
          const [, facts] = await sendTogether(connection, () => [
            allLocks.length === 0
              ? null
              : inQuerySpan('lock_access', span, () => lockAccess(connection, allLocks)),
            tokenHash === null
              ? NO_FACTS
              : inQuerySpan('find_locked_facts', span, () =>
                  findLockedFacts(endpoint, tokenHash, connection, resolver),
                ),
          ]);
          return facts;
        },
        work: async (facts, transactionFor, connection) => {
          const grant = requireGrant(endpoint.rule, facts);
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
        },
      });
      if (hasMail) mail.onQueued();
      return result;
    };
    const write = {
      lane,
      accountId,
      sessionId: (caller.facts.user ?? caller.facts.admin)?.session.id ?? null,
      network: clientNetworks(origin.clientAddress).wide,
      companyId: queuedFor,
      isSignIn: startsSession(endpoint),
      isPadded: minMillis > 0,
    };
    const turn = minMillis === 0 ? run : () => lasting(minMillis, run);
    return inTurn(writes, write, origin, turn);
  };
}

/**
 * The account that a request without a session has proved, such as by a sign-in, a sign-out or a link in a mail: that of its first
 * lock. Null: none, such as a failed sign-in's; a stranger could fill the owner's queue.
 */
function provedAccount([first]: readonly AccessLock[]): string | null {
  return first?.id ?? null;
}

/** What proves no account takes none of the connections on which others revoke and sign in. */
function laneOf({ system }: Endpoint, accountId: string | null, isReserved: boolean): LaneName {
  if (accountId === null || !isReserved) return 'ordinary';
  return system === 'admin' ? 'staff' : 'reserved';
}

/** As long as `work`, and at least `minMillis`. */
async function lasting<Result>(minMillis: number, work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work(), delay(minMillis)]);
  return result;
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
