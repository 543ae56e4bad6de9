import { describe, expect, jest, test } from '@jest/globals';
import { SearchLimit } from './search-limit.ts';

/** A request of an address, and the headers of its response. */
function requestOf(limit: SearchLimit, ip: string) {
  const setHeader = jest.fn<(name: string, value: unknown) => never>();
  return { ...limit.ofRequest({ ip }, { setHeader }), setHeader };
}
const find = () => Promise.resolve('found');

/** Of one network: one runs, 99 wait. */
const TURNS = 100;

/** As many searches as have turns, until `end`. */
function occupy(limit: SearchLimit, ip: string) {
  const { promise, resolve: end } = Promise.withResolvers<string>();
  const running = Array.from({ length: TURNS }, () => requestOf(limit, ip).runSearch(() => promise));
  return { running, end };
}

describe('the searches of visitors', () => {
  test('F8 G6: one of a network runs, and 99 wait; another network is not affected', async () => {
    const limit = new SearchLimit(1000);
    const { running, end } = occupy(limit, '192.0.2.1');
    const refused = requestOf(limit, '192.0.2.1');
    expect(await refused.runSearch(find)).toBeNull();
    expect(refused.setHeader).toHaveBeenCalledWith('Retry-After', 1);
    const other = requestOf(limit, '192.0.2.2');
    expect(await other.runSearch(find)).toBe('found');
    expect(other.setHeader).not.toHaveBeenCalled();
    end('found');
    expect(await Promise.all(running)).toEqual(Array(TURNS).fill('found'));
    expect(await refused.runSearch(find)).toBe('found');
  });

  test('F10: a /56 of IPv6 is one network; its /48 waits for one search of it', async () => {
    const limit = new SearchLimit(1000);
    const { running, end } = occupy(limit, '2001:db8:1::1');
    expect(await requestOf(limit, '2001:db8:1:ff::1').runSearch(find)).toBeNull();
    const neighbours = Array.from({ length: TURNS - 1 }, (_, n) =>
      requestOf(limit, `2001:db8:1:${(n + 1).toString(16)}00::1`).runSearch(find),
    );
    const refused = requestOf(limit, '2001:db8:1:ff00::1');
    expect(await refused.runSearch(find)).toBeNull();
    expect(await refused.runSearchAtOnce(find)).toBeNull();
    expect(await requestOf(limit, '2001:db8:2::1').runSearch(find)).toBe('found');
    end('found');
    expect(await Promise.all([...running, ...neighbours])).toEqual(Array(2 * TURNS - 1).fill('found'));
    expect(await refused.runSearchAtOnce(find)).toBe('found');
  });

  test('G6: what others wait for runs at once or not at all, and makes room afterwards', async () => {
    const limit = new SearchLimit(1000);
    const asked = requestOf(limit, '192.0.2.1');
    await expect(asked.runSearchAtOnce(() => Promise.reject(new Error('no answer')))).rejects.toThrow(
      'no answer',
    );
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = asked.runSearchAtOnce(() => promise);
    expect(await asked.runSearchAtOnce(find)).toBeNull();
    expect(asked.setHeader).not.toHaveBeenCalled();
    expect(await requestOf(limit, '192.0.2.2').runSearchAtOnce(find)).toBe('found');
    resolve('found');
    expect(await first).toBe('found');
    expect(await asked.runSearchAtOnce(find)).toBe('found');
  });

  test('F8: a request counts once, and says after how many seconds its address may search again', () => {
    const limit = new SearchLimit(1);
    const [one, two] = [requestOf(limit, '192.0.2.1'), requestOf(limit, '192.0.2.1')];
    expect([one.countSearch(), one.countSearch()]).toEqual([null, null]);
    expect([two.countSearch(), two.countSearch()]).toEqual([60, 60]);
    expect(two.setHeader.mock.calls).toEqual([['Retry-After', 60]]);
  });
});
