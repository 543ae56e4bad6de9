import type { Grant, RequestFacts } from '@gatehouse/access';
import type { Endpoint } from '@gatehouse/contract';
import type { AccessLock, MembershipResolver } from '@gatehouse/membership-resolver';
import type { PoolClient } from 'pg';
import type { BoundaryDependencies, BoundaryRequest } from '../answer.ts';
import type { Caller } from '../caller/caller.ts';
import { grantedOf, requireGrant } from '../caller/grant.ts';
import type { SessionReader, TransactionOptions } from '../context.ts';
import type { PersonQueuePlace } from './account-mutex.ts';
import { type Actor, runTransaction } from './transaction.ts';

/**
 * The transaction of a handler: takes the locks of the caller and of the handler in one ordered step, then repeats the
 * access check, then works. A revocation of any of it commits before, and is seen, or waits.
 */
export function guardedTransaction(
  endpoint: Endpoint,
  caller: Caller,
  { trace, message }: BoundaryRequest,
  { writes, resolver }: BoundaryDependencies,
): (work: (tx: object) => Promise<unknown>, options?: TransactionOptions) => Promise<unknown> {
  return (work, { locks = [] } = {}) => {
    const isReserved = endpoint.session !== null || locks.some(({ mode }) => mode === 'exclusive');
    const lane = isReserved ? writes.reserved : writes.ordinary;
    const run = () =>
      runTransaction(
        lane.pool,
        trace,
        async (client, transactionFor) => {
          await resolver.lockAccess(client, [...ownLocks(caller.facts), ...locks]);
          const facts = await findFacts(endpoint, caller, client, resolver);
          const grant = requireGrant(endpoint, { facts }, trace.attributes);
          requireSameCompany(caller, grant);
          const reader: SessionReader = {
            userFacts: (tokenHash) => resolver.findUserFacts(client, tokenHash),
            adminFacts: (tokenHash) => resolver.findAdminFacts(client, tokenHash),
          };
          return work({
            ...transactionFor(actorOf(grant)),
            ...grantedOf(grant),
            ...(endpoint.session === null ? {} : reader),
          });
        },
        message.socket,
      );
    const place = placeOf(endpoint, caller, locks, isReserved);
    return place === null ? run() : lane.queues.run(place, message.socket, run);
  };
}

/** What a write of the caller depends on. Whose a session and which company a membership is of never changes. */
function ownLocks({ user, admin }: RequestFacts): readonly AccessLock[] {
  const locks: AccessLock[] = [];
  if (user !== null) locks.push({ kind: 'user', id: user.identities_user.id, mode: 'shared' });
  const company = user?.employment?.org_company;
  if (company !== undefined) locks.push({ kind: 'company', id: company.id, mode: 'shared' });
  if (admin !== null) locks.push({ kind: 'admin', id: admin.identities_admin.id, mode: 'shared' });
  return locks;
}

/**
 * Ordinary writes wait per person. Revocations wait per session of a person, so that a stolen session cannot keep its
 * owner, signed in elsewhere, from ending it. A sign-out is public and waits for the person whose lock it takes. Null: a
 * write that anybody may ask for, sign-in and reset among them, waits in no queue that a stranger could fill for its
 * owner; hashing and throttles bound it.
 */
function placeOf(
  endpoint: Endpoint,
  { facts: { user, admin } }: Caller,
  locks: readonly AccessLock[],
  isReserved: boolean,
): PersonQueuePlace | null {
  const endsSession = endpoint.session?.startsWith('ends_') === true;
  const person =
    (user?.identities_user ?? admin?.identities_admin)?.id ?? (endsSession ? locks[0]?.id : undefined);
  if (person === undefined) return null;
  const source = isReserved ? ((user ?? admin)?.session.id ?? endpoint.id) : '';
  return { person, source };
}

async function findFacts(
  { rule }: Endpoint,
  { tokenHash }: Caller,
  client: PoolClient,
  resolver: MembershipResolver,
): Promise<RequestFacts> {
  if (tokenHash === null) return { user: null, admin: null };
  return rule.kind === 'admin'
    ? { user: null, admin: await resolver.findAdminFacts(client, tokenHash) }
    : { user: await resolver.findUserFacts(client, tokenHash), admin: null };
}

/** The company whose lock was taken is the one that the grant is about. */
function requireSameCompany({ facts }: Caller, grant: Grant): void {
  if (grant.kind !== 'employer') return;
  if (grant.org_company.id !== facts.user?.employment?.org_company.id)
    throw new Error('a membership has gone to another company');
}

function actorOf(grant: Grant): Actor {
  switch (grant.kind) {
    case 'public':
      return { kind: 'system', id: null };
    case 'admin':
      return { kind: 'admin', id: grant.facts.identities_admin.id };
    case 'user':
    case 'talent':
    case 'employer':
      return { kind: 'user', id: grant.facts.identities_user.id };
    default:
      return grant satisfies never;
  }
}
