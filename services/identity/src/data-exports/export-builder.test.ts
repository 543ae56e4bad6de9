import type { Logger } from '@gatehouse/runtime';
import { expect, test } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import { startExportBuilder } from './export-builder.ts';

const WAITING = { id: 'export-id', user_id: 'user-id' };
const RECIPIENT = { email: 'ada@example.org', name: 'Ada' };

interface Stage {
  /** How many exports wait before none does. */
  readonly waiting: number;
  /** What making one throws. */
  readonly failure?: Error;
  /** Whether the connection breaks with it. */
  readonly isBroken?: boolean;
  /** What connecting throws. */
  readonly noConnection?: Error;
}

/** Runs the builder until nothing waits. */
async function statementsOf({ waiting, failure, isBroken = false, noConnection }: Stage) {
  const statements: (string | undefined)[] = [];
  const postponed: unknown[] = [];
  const logged: unknown[][] = [];
  const idle = Promise.withResolvers<void>();
  let looked = 0;
  const query = async (statement: string | QueryConfig) => {
    if (typeof statement === 'string') {
      if (isBroken && statement.startsWith('rollback to')) throw new Error('broken');
      return { rows: [], command: statement.toUpperCase() };
    }
    statements.push(statement.name);
    if (statement.name === 'postpone_data_export') postponed.push(['before the commit', statement.values]);
    if (statement.name === 'lock_waiting_data_export') {
      looked += 1;
      if (looked <= waiting) return { rows: [WAITING] };
      idle.resolve();
      return { rows: [] };
    }
    if (statement.name === 'lock_data_export_recipient') return { rows: [RECIPIENT] };
    if (failure !== undefined && statement.name === 'make_data_export') throw failure;
    return { rows: [] };
  };
  const pool = {
    connect: async () => {
      if (noConnection !== undefined) {
        looked += 1;
        idle.resolve();
        throw noConnection;
      }
      return { query, release: () => undefined };
    },
    query: async ({ values }: QueryConfig) => {
      postponed.push(['by itself', values]);
      return { rows: [] };
    },
  };
  const log =
    (level: string) =>
    (...entry: unknown[]) =>
      logged.push([level, ...entry]);
  const builder = startExportBuilder(pool as unknown as Pool, {
    origin: 'https://gatehouse.test',
    log: { warn: log('warn'), error: log('error') } as unknown as Logger,
    pollMillis: 2000,
  });
  await idle.promise;
  await builder.stop();
  return { statements, postponed, logged, looked };
}

test('G11: exports are made one after another, each with its mail, until none waits', async () => {
  // Two seconds between them would take longer than the test may.
  const one = ['lock_waiting_data_export', 'make_data_export', 'lock_data_export_recipient', 'queue_mails'];
  expect(await statementsOf({ waiting: 10 })).toEqual({
    statements: [...Array(10).fill(one).flat(), 'lock_waiting_data_export'],
    postponed: [],
    logged: [],
    looked: 11,
  });
});

test('G11: one that cannot be made is logged by its id and postponed, and the next one follows at once', async () => {
  const failure = new Error('out of memory');
  const { postponed, logged, looked } = await statementsOf({ waiting: 10, failure });
  expect(looked).toBe(11);
  expect(postponed).toEqual(Array(10).fill(['before the commit', ['export-id']]));
  expect(logged).toEqual(
    Array(10).fill([
      'error',
      { err: failure, data_export_id: 'export-id' },
      'a data export could not be made; it is tried again',
    ]),
  );
});

test('G11: one whose connection breaks is postponed on another one', async () => {
  const { postponed, looked } = await statementsOf({ waiting: 2, failure: new Error('x'), isBroken: true });
  expect(looked).toBe(3);
  expect(postponed).toEqual(Array(2).fill(['by itself', ['export-id']]));
});

test('F23: that the requested exports cannot be read is logged', async () => {
  const noConnection = new Error('no connection');
  expect(await statementsOf({ waiting: 1, noConnection })).toEqual({
    statements: [],
    postponed: [],
    logged: [['warn', { err: noConnection }, 'could not read the requested data exports']],
    looked: 1,
  });
});
