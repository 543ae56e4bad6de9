import { setTimeout as delay } from 'node:timers/promises';
import { type ClientConnection, ClientDisconnected, codeOf } from '@gatehouse/runtime';
import { commit } from '@gatehouse/runtime/database';
import type { Span } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';
import type { AuditEntry, Transaction } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { statement } from '../statement.ts';
import { inQuerySpan, tracedQuery } from '../traced-query.ts';
import { startWait } from '../traced-wait.ts';
import { sendTogether } from './send-together.ts';

const MAX_ATTEMPTS = 4;

/** Deadlock and serialization failure: the whole transaction may be retried. */
const RETRIED_STATES = new Set(['40P01', '40001']);

const ADD_AUDIT_EVENT = statement<object>(
  'add_audit_event',
  `insert into identity.audit_events
     (actor_kind, actor_id, action, subject_kind, subject_id, reason, change, trace_id, session_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

const ADD_AUDIT_EVENTS = statement<object>(
  'add_audit_events',
  `insert into identity.audit_events
     (actor_kind, actor_id, action, subject_kind, subject_id, reason, change, trace_id, session_id)
   select $1, $2, $3, $4, subject_id, $6, $7, $8, $9 from unnest($5::uuid[]) as subject_id`,
);

/** The request that a transaction is for. */
export interface TransactionOrigin {
  readonly span: Span;
  readonly traceId: string;
  /** Undefined: the transaction does not depend on a client. */
  readonly client?: ClientConnection;
}

/** Who acts in a transaction, for its audit events. */
export interface Actor {
  readonly kind: 'user' | 'admin' | 'system';
  readonly id: string | null;
  /** Null: the request has no session. */
  readonly sessionId: string | null;
}

/** A transaction as handlers see it, without mail. */
export type AuditedTransaction = Omit<Transaction, 'mail' | 'mailEach'>;

/** What a transaction does, in two steps. */
export interface Steps<Opened, T> {
  /** Its first statements. They depend on no answer of each other, so they leave in one write with `begin`. */
  open(connection: PoolClient): Promise<Opened>;
  /** @param transactionFor the transaction, once the actor is known. */
  work(
    opened: Opened,
    transactionFor: (actor: Actor) => AuditedTransaction,
    connection: PoolClient,
  ): Promise<T>;
}

/**
 * Runs `open` and `work` between `begin` and `commit`; any error rolls back. Access locks cannot deadlock. Row locks can: PostgreSQL
 * then cancels one of the transactions, which is retried as a whole.
 * @throws {ClientDisconnected} when the client disconnects before a connection is free. A transaction that has begun is completed.
 */
export async function runTransaction<Opened, T>(
  pool: Pool,
  origin: TransactionOrigin,
  steps: Steps<Opened, T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, origin, steps);
    } catch (error) {
      const isRetried = error instanceof Error && RETRIED_STATES.has(codeOf(error));
      if (attempt === MAX_ATTEMPTS || !isRetried) throw error;
      await delay(Math.random() * 20 * attempt);
    }
  }
}

async function runOnce<Opened, T>(
  pool: Pool,
  origin: TransactionOrigin,
  { open, work }: Steps<Opened, T>,
): Promise<T> {
  const connection = await pool.connect().finally(startWait('wait for connection', origin.span));
  if (origin.client?.destroyed === true) {
    connection.release();
    throw new ClientDisconnected();
  }
  try {
    const [, opened] = await sendTogether(connection, () => [connection.query('begin'), open(connection)]);
    const result = await work(opened, (actor) => transaction(connection, actor, origin), connection);
    await inQuerySpan('commit', origin.span, () => commit(connection));
    connection.release();
    return result;
  } catch (error) {
    await rollBack(connection, error);
    throw error;
  }
}

/**
 * Rolls back after a refusal, and keeps the connection. After any other error, or when the rollback fails, it closes the connection,
 * and PostgreSQL rolls back by itself. The reason is PgBouncer: it remembers the names of statements that were sent behind one that
 * failed, although PostgreSQL has not prepared them, and would reject their next use.
 */
async function rollBack(connection: PoolClient, cause: unknown): Promise<void> {
  const close = (reason: unknown) => connection.release(reason instanceof Error ? reason : true);
  if (!(cause instanceof Refusal)) return close(cause);
  await connection.query('rollback').then(() => connection.release(), close);
}

function transaction(
  connection: PoolClient,
  actor: Actor,
  { span, traceId }: TransactionOrigin,
): AuditedTransaction {
  const query: Transaction['query'] = (statement, values) => tracedQuery(connection, statement, values, span);
  const valuesOf = (entry: Omit<AuditEntry, 'subject_id'>, subject: string | null | readonly string[]) => {
    const { kind, id } = entry.actor ?? actor;
    const { action, subject_kind, reason = '', change = '' } = entry;
    return [kind, id, action, subject_kind, subject, reason, change, traceId, actor.sessionId];
  };
  return {
    query,
    audit: async (entry) => {
      await query(ADD_AUDIT_EVENT, valuesOf(entry, entry.subject_id));
    },
    auditEach: async (entry, subjectIds) => {
      if (subjectIds.length === 0) return;
      await query(ADD_AUDIT_EVENTS, valuesOf(entry, subjectIds));
    },
  };
}
