import type { PipelinedReads } from '@gatehouse/runtime/database';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { SearchQueue } from './search-queue.ts';
import type { Queryable } from './statement.ts';

const pool = new Pool({ max: 1 });
afterAll(() => pool.end());

const context = { readOn: (): Queryable => ({ query: () => Promise.resolve([]) }) };
const find = () => Promise.resolve('found');

describe('the queue of searches', () => {
  test('F8 G6: searches of one key run one at a time, seven wait, and another key does not', async () => {
    const search = new SearchQueue(pool, 700);
    const { promise: end, resolve } = Promise.withResolvers<string>();
    const order: number[] = [];
    const running = Array.from({ length: 8 }, (_, n) =>
      search.run(context, ['one'], () => {
        order.push(n);
        return end;
      }),
    );
    await expect(search.run(context, ['one'], find)).rejects.toMatchObject({
      code: 'rate_limited',
      options: {
        detail: 'Too many of your searches run at the same time. Try again in a moment.',
        retryAfterSeconds: 1,
      },
    });
    expect(await search.runIfPossible(context, 'one', find)).toBeNull();
    expect([await search.run(context, ['other'], find), order]).toEqual(['found', [0]]);
    resolve('found');
    await Promise.all(running);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(await search.run(context, ['one'], find)).toBe('found');
    expect(await search.runIfPossible(context, 'one', find)).toBe('found');
    expect(await search.runIfPossible(context, 'one', find)).toBe('found');
  });

  test('G6: of two accounts in one company neither waits for more than one search of the other', async () => {
    const search = new SearchQueue(pool, 700);
    const order: string[] = [];
    const asks = (account: string) =>
      search.run(context, [account, 'company'], async () => {
        order.push(account);
      });
    await Promise.all([asks('one'), asks('one'), asks('one'), asks('other'), asks('other')]);
    expect(order).toEqual(['one', 'other', 'one', 'other', 'one']);
  });

  test('F8: what an answer can do without is not read while too many searches wait, and is read afterwards', async () => {
    const search = new SearchQueue(pool, 700);
    const { promise: end, resolve } = Promise.withResolvers<string>();
    const running = Array.from({ length: 1 + 32 }, () => search.run(context, [], () => end));
    expect(await search.runIfPossible(context, null, find)).toBeNull();
    await expect(search.run(context, [], find)).rejects.toMatchObject({
      code: 'dependency_unavailable',
      options: {
        detail: 'Too many searches at the moment. Try again in a few seconds.',
        retryAfterSeconds: 2,
      },
    });
    resolve('found');
    await Promise.all(running);
    expect(await search.runIfPossible(context, null, find)).toBe('found');
  });

  test('F8 G6: what many answers can do without at once leaves room for searches', async () => {
    const search = new SearchQueue(pool, 700);
    const { promise: end, resolve } = Promise.withResolvers<string>();
    const optional = Array.from({ length: 40 }, () => search.runIfPossible(context, null, () => end));
    expect(await search.run(context, ['one'], find)).toBe('found');
    resolve('found');
    const answers = await Promise.all(optional);
    expect(answers.filter((answer) => answer === 'found')).toHaveLength(8);
    expect(await search.runIfPossible(context, null, find)).toBe('found');
  });

  describe('on a connection', () => {
    /** How many reads each write sends, and what they are. */
    function searchOn(answer: (query: unknown) => Promise<{ rows: unknown[] }>) {
      const written: number[] = [];
      const sent: unknown[] = [];
      const connection = {
        together: (send: () => Promise<null>[]) => {
          const reads = send();
          written.push(reads.length);
          return reads;
        },
        query: (query: unknown) => {
          sent.push(query);
          return answer(query);
        },
        release: () => undefined,
      };
      const ownPool = { options: { max: 1 }, connect: () => Promise.resolve(connection) };
      const search = new SearchQueue(ownPool as unknown as Pool, 700);
      const asked = {
        readOn: (reads: PipelinedReads): Queryable => ({
          query: async <Row>(statement: { text: string }) => {
            const { rows } = await reads.query(statement, { destroyed: false });
            return rows as Row[];
          },
        }),
      };
      const one = () => search.run(asked, [], (reads) => reads.query(ONE, []));
      return { written, sent, one };
    }
    const ONE = { name: 'one', text: 'select 1' };
    const timeout = 'begin; set local statement_timeout = 700';

    test('F8: a read is never sent together with another search’s, behind which it would wait', async () => {
      const { written, one } = searchOn(async () => ({ rows: [] }));
      await Promise.all([one(), one(), one()]);
      expect(written).toEqual([1, 1, 1]);
    });

    test('F8: a read carries its timeout in the same write, because PgBouncer does not forward that of the pool', async () => {
      const { promise: answer, resolve } = Promise.withResolvers<{ rows: unknown[] }>();
      const { sent, one } = searchOn(() => answer);
      const running = one();
      await new Promise((turn) => setImmediate(turn));
      expect(sent).toEqual([timeout, ONE, 'commit']);
      resolve({ rows: [1] });
      expect(await running).toEqual([1]);
    });

    test('F8: a read that takes too long fails by its own error', async () => {
      const timedOut = Object.assign(new Error('canceling statement'), { code: '57014' });
      const { one } = searchOn(async (query) => {
        if (query !== timeout) throw query === ONE ? timedOut : new Error('closed');
        return { rows: [] };
      });
      await expect(one()).rejects.toBe(timedOut);
    });
  });

  test('a search that fails makes room for another one', async () => {
    const search = new SearchQueue(pool, 700);
    for (let n = 0; n < 40; n++) {
      await expect(search.run(context, [], () => Promise.reject(new Error('no reads')))).rejects.toThrow(
        'no reads',
      );
    }
    expect(await search.run(context, [], find)).toBe('found');
  });
});
