import type { Logger } from '@gatehouse/runtime';
import { describe, expect, jest, test } from '@jest/globals';
import type { Pool } from 'pg';
import { DecisionTally } from './decision-tally.ts';

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

  test('are written by kind, once, and nothing is written when nothing was decided', async () => {
    const { pool, written } = poolThat();
    const tally = new DecisionTally(pool, log);
    for (const decision of ['allowed', 'not_found', 'allowed']) tally.count(decision);
    await tally.stop();
    await tally.stop();
    expect(written).toEqual([
      [
        ['allowed', 'not_found'],
        [2, 1],
      ],
    ]);
  });

  test('of an outage are kept until it is over', async () => {
    const { pool, written } = poolThat(new Error('away'));
    const tally = new DecisionTally(pool, log);
    tally.count('allowed');
    await tally.stop();
    expect(written).toEqual([]);
    tally.count('allowed');
    await tally.stop();
    expect(written).toEqual([[['allowed'], [2]]]);
  });
});
