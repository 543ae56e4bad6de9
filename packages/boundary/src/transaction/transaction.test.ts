import { ClientDisconnected } from '@gatehouse/runtime';
import { describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';
import { Refusal, refuse } from '../refusal.ts';
import {
  type Actor,
  type AuditedTransaction,
  runTransaction,
  type TransactionOrigin,
} from './transaction.ts';

const span = trace.getTracer('transaction-test').startSpan('test');
const ADMIN: Actor = { kind: 'admin', id: 'admin-id', sessionId: 'session-id' };

/** An error as PostgreSQL reports it. */
const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

type Sent = string | { readonly name: string; readonly values: readonly unknown[] };

/** A pool of one connection. @param answer of a query; throws where it fails. */
function stage(answer: (query: Sent) => void = () => undefined) {
  const sent: Sent[] = [];
  const released: unknown[] = [];
  const connection = {
    query: async (query: Sent) => {
      sent.push(query);
      answer(query);
      return { rows: [], command: String(query).toUpperCase() };
    },
    together: <T>(send: () => T) => send(),
    release: (reason?: unknown) => void released.push(reason),
  };
  const pool = { connect: async () => connection } as unknown as Pool;
  return { pool, sent, released };
}

/** A transaction that opens with nothing of its own. */
const run = <T>(pool: Pool, work: () => Promise<T>, origin: TransactionOrigin = { span, traceId: 't' }) =>
  runTransaction(pool, origin, { open: async () => undefined, work });

describe('a transaction', () => {
  test('is begun, committed and its connection released', async () => {
    const { pool, sent, released } = stage();
    expect(await run(pool, async () => 'done')).toBe('done');
    expect(sent).toEqual(['begin', 'commit']);
    expect(released).toStrictEqual([undefined]);
  });

  test('sends its first statements together with its begin, and works with what they find', async () => {
    const { pool, sent } = stage();
    const writes: number[] = [];
    const work = async (found: string) => {
      sent.push('work');
      return found;
    };
    const open = async (connection: PoolClient) => {
      await connection.query('first');
      return 'found';
    };
    const client = await pool.connect();
    Object.assign(client, {
      together: <T>(send: () => T) => {
        const before = sent.length;
        const answer = send();
        writes.push(sent.length - before);
        return answer;
      },
    });
    expect(await runTransaction(pool, { span, traceId: 't' }, { open, work })).toBe('found');
    expect(sent).toEqual(['begin', 'first', 'work', 'commit']);
    expect(writes).toEqual([2]);
  });

  test.each([
    ['its begin', 'begin'],
    ['its first statement', 'first'],
  ])('G1: does no work after %s has failed, and closes the connection', async (_which, failing) => {
    const error = failure('55P03');
    const { pool, sent, released } = stage((query) => {
      if (query === failing) throw error;
    });
    const open = (connection: PoolClient) => connection.query('first');
    const work = () => expect('called').toBe('not called') as never;
    await expect(runTransaction(pool, { span, traceId: 't' }, { open, work })).rejects.toThrow('55P03');
    expect(sent).toEqual(['begin', 'first']);
    expect(released).toStrictEqual([error]);
  });

  test('closes the connection also where its first statement fails without an error', async () => {
    const { pool, released } = stage();
    const open = () => Promise.reject('closed');
    const work = async () => 'done';
    await expect(runTransaction(pool, { span, traceId: 't' }, { open, work })).rejects.toBe('closed');
    expect(released).toStrictEqual([true]);
  });

  test.each(['40P01', '40001'])('is retried after %s, three times', async (code) => {
    const { pool, sent, released } = stage();
    let attempts = 0;
    const fail = async () => {
      attempts += 1;
      throw failure(code);
    };
    await expect(run(pool, fail)).rejects.toThrow(code);
    expect(attempts).toBe(4);
    expect(sent).toEqual(Array.from({ length: 4 }, () => 'begin'));
    expect(released).toStrictEqual(Array.from({ length: 4 }, () => failure(code)));
  });

  test('returns what a later attempt returns', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      if (attempts < 3) throw failure('40P01');
      return attempts;
    };
    expect(await run(stage().pool, work)).toBe(3);
  });

  test.each([
    ['another state of PostgreSQL', failure('23505'), failure('23505')],
    ['an error without a state', new Error('a bug'), new Error('a bug')],
    ['what is no error', { code: '40P01' }, true],
  ])('is not retried after %s, and its connection is closed', async (_what, error, reason) => {
    const { pool, sent, released } = stage();
    const fail = () => Promise.reject(error);
    await expect(run(pool, fail)).rejects.toBe(error);
    expect(sent).toEqual(['begin']);
    expect(released).toStrictEqual([reason]);
  });

  test('is rolled back after a refusal, and its connection released', async () => {
    const { pool, sent, released } = stage();
    const fail = async () => refuse('not_found');
    await expect(run(pool, fail)).rejects.toThrow(Refusal);
    expect(sent).toEqual(['begin', 'rollback']);
    expect(released).toStrictEqual([undefined]);
  });

  test('does not begin for a client that has disconnected', async () => {
    const { pool, sent, released } = stage();
    const origin = { span, traceId: 't', client: { destroyed: true } };
    await expect(run(pool, async () => 'done', origin)).rejects.toThrow(ClientDisconnected);
    expect(sent).toEqual([]);
    expect(released).toStrictEqual([undefined]);
  });

  test('is done for a client that is connected', async () => {
    const origin = { span, traceId: 't', client: { destroyed: false } };
    expect(await run(stage().pool, async () => 'done', origin)).toBe('done');
  });

  test.each([
    ['with the error', new Error('the connection is closed'), new Error('the connection is closed')],
    ['without an error', 'closed', true],
  ])(
    'that cannot be rolled back closes its connection, %s, and reports the refusal',
    async (_how, thrown, reason) => {
      const { pool, released } = stage((query) => {
        if (query === 'rollback') throw thrown;
      });
      const fail = async () => refuse('not_found');
      await expect(run(pool, fail)).rejects.toThrow(Refusal);
      expect(released).toStrictEqual([reason]);
    },
  );
});

describe('the audit events of a transaction', () => {
  const audited = async (work: (tx: AuditedTransaction) => Promise<void>) => {
    const { pool, sent } = stage();
    await runTransaction(
      pool,
      { span, traceId: 'trace' },
      { open: async () => undefined, work: (_opened, transactionFor) => work(transactionFor(ADMIN)) },
    );
    return sent.filter((query) => typeof query !== 'string').map(({ name, values }) => [name, values]);
  };
  const entry = { action: 'company.created', subject_kind: 'company' } as const;

  test('name the actor, the subject, the trace and the session', async () => {
    const events = await audited((tx) =>
      tx.audit({ ...entry, subject_id: 'company-id', reason: 'why', change: 'what' }),
    );
    const values = ['admin', 'admin-id', 'company.created', 'company', 'company-id', 'why', 'what'];
    expect(events).toEqual([['add_audit_event', [...values, 'trace', 'session-id']]]);
  });

  test('may name another actor, and neither reason nor change', async () => {
    const events = await audited((tx) =>
      tx.audit({ ...entry, subject_id: null, actor: { kind: 'user', id: 'user-id' } }),
    );
    const values = ['user', 'user-id', 'company.created', 'company', null, '', '', 'trace', 'session-id'];
    expect(events).toEqual([['add_audit_event', values]]);
  });

  test('of several subjects are one statement, and of none no statement', async () => {
    const events = await audited((tx) => tx.auditEach(entry, ['a', 'b']));
    const values = ['admin', 'admin-id', 'company.created', 'company', ['a', 'b'], '', '', 'trace'];
    expect(events).toEqual([['add_audit_events', [...values, 'session-id']]]);
    expect(await audited((tx) => tx.auditEach(entry, []))).toEqual([]);
  });
});
