import { setTimeout as delay } from 'node:timers/promises';
import { type ClientConnection, ClientDisconnected } from '@gatehouse/runtime';
import type { Span } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';
import type { AuditEntry, Transaction } from '../context.ts';
import { tracedQuery } from '../traced-query.ts';

const MOST_ATTEMPTS = 4;

/** Deadlock and serialization failure: the whole transaction may be tried again. */
const RETRIED_STATES = new Set(['40P01', '40001']);

const ADD_AUDIT_EVENT = `
  insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id, reason, change, trace_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const ADD_AUDIT_EVENTS = `
  insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id, reason, change, trace_id)
  select $1, $2, $3, $4, subject_id, $6, $7, $8 from unnest($5::uuid[]) as subject_id`;

/** Who acts in a transaction, for its audit events. */
export interface Actor {
  readonly kind: 'user' | 'admin' | 'system';
  readonly id: string | null;
}

/**
 * Runs `work` between `begin` and `commit`; anything thrown rolls back. Access
 * locks cannot deadlock; where rows do, PostgreSQL breaks it and the loser is tried again.
 * @param caller who waits for it. Nothing begins for somebody who has hung up by the time a connection is free; what has
 * begun ends.
 * @throws {ClientDisconnected} when nothing has begun.
 */
export async function runTransaction<T>(
  pool: Pool,
  { span, traceId }: { span: Span; traceId: string },
  work: (client: PoolClient, transactionFor: (actor: Actor) => Transaction) => Promise<T>,
  caller?: ClientConnection,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, span, traceId, work, caller);
    } catch (error) {
      const state = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (attempt === MOST_ATTEMPTS || !RETRIED_STATES.has(state)) throw error;
      await delay(Math.random() * 20 * attempt);
    }
  }
}

async function runOnce<T>(
  pool: Pool,
  span: Span,
  traceId: string,
  work: (client: PoolClient, transactionFor: (actor: Actor) => Transaction) => Promise<T>,
  caller: ClientConnection | undefined,
): Promise<T> {
  const client = await pool.connect();
  if (caller?.destroyed === true) {
    client.release();
    throw new ClientDisconnected();
  }
  try {
    await client.query('begin');
    const result = await work(client, (actor) => transaction(client, actor, span, traceId));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/** A connection whose rollback fails is thrown away, and the server rolls back by itself. */
async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

function transaction(client: PoolClient, actor: Actor, span: Span, traceId: string): Transaction {
  const query: Transaction['query'] = (statement, values) => tracedQuery(client, statement, values, span);
  const valuesOf = (entry: Omit<AuditEntry, 'subject_id'>, subject: string | null | readonly string[]) => {
    const { kind, id } = entry.actor ?? actor;
    const { action, subject_kind, reason = '', change = '' } = entry;
    return [kind, id, action, subject_kind, subject, reason, change, traceId];
  };
  return {
    query,
    audit: async (entry) => {
      await query({ name: 'add_audit_event', text: ADD_AUDIT_EVENT }, valuesOf(entry, entry.subject_id));
    },
    auditEach: async (entry, subjectIds) => {
      if (subjectIds.length === 0) return;
      await query({ name: 'add_audit_events', text: ADD_AUDIT_EVENTS }, valuesOf(entry, subjectIds));
    },
  };
}
