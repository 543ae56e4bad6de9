import { queryableOf } from '@gatehouse/boundary';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type BatchObservableCallback, type MeterProvider, metrics } from '@opentelemetry/api';
import { observeRetention } from '#services/identity/src/retention-progress.ts';
import { createIdentityPool } from '#support/identity-pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterAll(() => database.stop());

/** What a meter reports at one export, from when `observe` has begun to observe. */
async function exportOf(observe: () => void) {
  const callbacks: BatchObservableCallback[] = [];
  const meter = {
    createObservableGauge: (name: string) => name,
    addBatchObservableCallback: (callback: BatchObservableCallback) => callbacks.push(callback),
  };
  metrics.setGlobalMeterProvider({ getMeter: () => meter } as unknown as MeterProvider);
  try {
    observe();
  } finally {
    metrics.disable();
  }
  const reported: { gauge: unknown; value: number; attributes: unknown }[] = [];
  for (const callback of callbacks) {
    await callback({
      observe: (gauge, value, attributes) => void reported.push({ gauge, value, attributes }),
    });
  }
  return reported;
}

test('an operator sees of each kind what the retention job has removed, left due, and when it succeeded', async () => {
  await database.query(
    `update retention.progress
        set removed = 7, oldest_due_at = now() - interval '1 hour', last_success_at = now() - interval '2 days'
      where kind = 'user_sessions'`,
  );
  const pool = createIdentityPool(database);
  try {
    const reported = await exportOf(() => observeRetention(queryableOf(pool)));
    const valuesOf = (kind: string) =>
      Object.fromEntries(
        reported
          .filter(
            ({ attributes }) => (attributes as Record<string, unknown>)['gatehouse.retention.kind'] === kind,
          )
          .map(({ gauge, value }) => [gauge, value]),
      );
    expect(valuesOf('user_sessions')).toEqual({
      'gatehouse.retention.removed': 7,
      'gatehouse.retention.due.age': expect.closeTo(3600, -2),
      'gatehouse.retention.success.age': expect.closeTo(172_800, -2),
    });
    expect(valuesOf('admin_sessions')).toMatchObject({
      'gatehouse.retention.removed': 0,
      'gatehouse.retention.due.age': 0,
    });
  } finally {
    await pool.end();
  }
});
