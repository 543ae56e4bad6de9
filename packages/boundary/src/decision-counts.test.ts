import type { Logger } from '@gatehouse/runtime';
import { describe, expect, jest, test } from '@jest/globals';
import type { Pool } from 'pg';
import { DecisionCounts } from './decision-counts.ts';

describe('the counts of decisions', () => {
  const log = { warn: jest.fn() } as unknown as Logger;

  function poolThat(...outcomes: readonly (Error | null)[]) {
    const written: unknown[] = [];
    const left = [...outcomes];
    const query = async ({ values }: { values: unknown }) => {
      const outcome = left.shift() ?? null;
      if (outcome !== null) throw outcome;
      written.push(values);
    };
    return { written, pool: { query } as unknown as Pool };
  }

  test('are flushed by decision, once, and an empty flush writes nothing', async () => {
    const { pool, written } = poolThat();
    const counts = new DecisionCounts(pool, log);
    for (const [rule, decision] of [
      ['user', 'allowed'],
      ['user', 'not_found'],
      ['admin', 'allowed'],
      ['user', 'client_disconnected'],
    ] as const) {
      counts.add(rule, decision);
    }
    await counts.stop();
    await counts.stop();
    expect(written).toEqual([
      [
        ['allowed', 'not_found'],
        [2, 1],
      ],
    ]);
  });

  test('of an outage are flushed after it', async () => {
    const { pool, written } = poolThat(new Error('away'));
    const counts = new DecisionCounts(pool, log);
    counts.add('user', 'allowed');
    await counts.stop();
    expect(written).toEqual([]);
    counts.add('user', 'allowed');
    await counts.stop();
    expect(written).toEqual([[['allowed'], [2]]]);
  });
});
