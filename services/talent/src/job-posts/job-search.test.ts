import { setImmediate } from 'node:timers/promises';
import type { Queryable } from '@gatehouse/boundary';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { Pool } from 'pg';
import { JobSearch } from './job-search.ts';

const pool = new Pool({ max: 1 });
afterAll(() => pool.end());

const from = (visitorAddress: string | null) => ({
  client: { visitorAddress },
  readOn: (): Queryable => ({ query: () => Promise.resolve([]) }),
});
const find = () => Promise.resolve('found');

describe('job search', () => {
  test('F8: what an answer can do without is not read for an address that may not search', async () => {
    const search = new JobSearch({ pool, statementTimeoutMillis: 700, perAddress: 2, maxKeys: 10 });
    const asked = from('192.0.2.1');
    expect(await search.runIfPossible(asked, find)).toBe('found');
    expect(await search.run(asked, find)).toBe('found');
    expect(await search.runIfPossible(asked, find)).toBeNull();
    await expect(search.run(asked, find)).rejects.toMatchObject({
      code: 'rate_limited',
      options: {
        detail: 'Too many searches in a minute. Try again in a moment.',
        retryAfterSeconds: expect.any(Number),
      },
    });
    expect(await search.runIfPossible(from('192.0.2.2'), find)).toBe('found');
  });

  test('F8 F10: searches of one /56 wait behind each other, its /48 waits for one of them, and another address for none', async () => {
    const search = new JobSearch({ pool, statementTimeoutMillis: 700, perAddress: 1000, maxKeys: 10 });
    const { promise: end, resolve } = Promise.withResolvers<string>();
    const order: number[] = [];
    const running = Array.from({ length: 8 }, (_, n) =>
      search.run(from('2001:db8::1'), () => {
        order.push(n);
        return end;
      }),
    );
    await expect(search.run(from('2001:db8:0:7::2'), find)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await search.runIfPossible(from('2001:db8::2'), find)).toBeNull();
    // F10: the other /56s of a /48 have the next turn, and so many together.
    const neighbours = Array.from({ length: 7 }, (_, n) =>
      search.run(from(`2001:db8:0:${n + 1}00::1`), async () => void order.push(10 + n)),
    );
    await expect(search.run(from('2001:db8:0:ff00::1'), find)).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(order).toEqual([0]);
    expect(await search.run(from('192.0.2.1'), find)).toBe('found');
    resolve('found');
    await Promise.all([...running, ...neighbours]);
    expect(order).toEqual([0, 10, 11, 12, 13, 14, 15, 16, 1, 2, 3, 4, 5, 6, 7]);
    expect(await search.run(from('2001:db8:0:7::2'), find)).toBe('found');
  });

  test('an address that is not known has no limits of its own', async () => {
    const search = new JobSearch({ pool, statementTimeoutMillis: 700, perAddress: 1, maxKeys: 10 });
    const { promise: end, resolve } = Promise.withResolvers<string>();
    const searching = jest.fn(() => end);
    const found = [1, 2, 3].flatMap(() => [
      search.run(from(null), searching),
      search.runIfPossible(from(null), searching),
    ]);
    await setImmediate();
    expect(searching).toHaveBeenCalledTimes(6);
    resolve('found');
    expect(await Promise.all(found)).toEqual(Array(6).fill('found'));
  });
});
