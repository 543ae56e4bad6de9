import { describe, expect, test } from '@jest/globals';
import { createAccountThrottle } from './account-throttle.ts';
import type { MakeLimiter } from './limiters.ts';

const ADDRESS = '192.0.2.1';
const WAIT_SECONDS = 7;

/** A throttle, what it has asked its limiters to be, and their counts by name and key. */
function stage({ perAddress = 9, perAccountAndAddress = 9, perAccount = 9 } = {}) {
  const made = new Map<string, { limit: number; seconds: number }>();
  const counts = new Map<string, Map<string, number>>();
  const limiter: MakeLimiter = (name, limit, seconds) => {
    made.set(name, { limit, seconds });
    const uses = new Map<string, number>();
    counts.set(name, uses);
    const add = (key: string, points: number) => {
      const count = (uses.get(key) ?? 0) + points;
      uses.set(key, count);
      return count;
    };
    return {
      use: async (key) => (add(key, 1) > limit ? WAIT_SECONDS : null),
      uncount: async (key) => void add(key, -1),
      isUsed: async (key) => (uses.get(key) ?? 0) > 0,
      reset: async (key) => void uses.delete(key),
    };
  };
  const limits = { name: 'x', seconds: 60, perAddress, perAccountAndAddress, perAccount };
  const throttle = createAccountThrottle(limiter, limits);
  /** The uses of each level, whatever their keys. */
  const usesOf = (level: string) => [...(counts.get(`x:${level}`)?.values() ?? [])];
  const isStranger = async () => false;
  const use = (account = 'a@x.test', address = ADDRESS) => throttle.use(account, address, isStranger);
  return { throttle, made, counts, usesOf, use };
}

describe('G6: the attempts on an account', () => {
  test('have a limit at each level, and trust of an hour', () => {
    const { made } = stage({ perAddress: 3, perAccountAndAddress: 2, perAccount: 6 });
    expect(Object.fromEntries(made)).toEqual({
      'x:address': { limit: 3, seconds: 60 },
      'x:network': { limit: 12, seconds: 60 },
      'x:widest-network': { limit: 48, seconds: 60 },
      'x:account-and-address': { limit: 2, seconds: 60 },
      'x:account': { limit: 6, seconds: 60 },
      'x:trusted': { limit: 1, seconds: 3600 },
    });
  });

  test('count per account: by a key that is not its address, and one per network address', async () => {
    const { counts, use } = stage();
    for (const account of ['a@x.test', 'a@x.test', 'b@x.test']) await use(account);
    await use('a@x.test', '192.0.2.2');
    expect([...(counts.get('x:account')?.values() ?? [])]).toEqual([3, 1]);
    expect([...(counts.get('x:account-and-address')?.values() ?? [])]).toEqual([2, 1, 1]);
    const keys = [...counts.values()].flatMap((uses) => [...uses.keys()]);
    expect(keys.filter((key) => key.includes('x.test'))).toEqual([]);
  });

  test('are not counted by the levels after the one that refuses', async () => {
    const byAddress = stage({ perAddress: 1 });
    expect([await byAddress.use(), await byAddress.use()]).toEqual([null, WAIT_SECONDS]);
    expect(byAddress.usesOf('account-and-address')).toEqual([1]);
    const byPair = stage({ perAccountAndAddress: 1 });
    expect([await byPair.use(), await byPair.use()]).toEqual([null, WAIT_SECONDS]);
    expect(byPair.usesOf('account')).toEqual([1]);
  });

  test('go on from a familiar or trusted address when others have used up those of the account', async () => {
    const { throttle, use } = stage({ perAccount: 1 });
    const asked: string[] = [];
    const isFamiliar = async () => asked.push('familiar') > 0;
    expect(await throttle.use('a@x.test', ADDRESS, isFamiliar)).toBeNull();
    expect(asked).toEqual([]);
    expect(await use()).toBe(WAIT_SECONDS);
    expect(await throttle.use('a@x.test', ADDRESS, isFamiliar)).toBeNull();
    expect(asked).toEqual(['familiar']);
    await throttle.trust('a@x.test', ADDRESS);
    expect([await use(), await use()]).toEqual([null, null]);
    expect(await use('a@x.test', '192.0.2.2')).toBe(WAIT_SECONDS);
  });

  test('are uncounted at every level', async () => {
    const { throttle, use, usesOf } = stage();
    await use();
    await use();
    await throttle.uncount('a@x.test', ADDRESS);
    for (const level of ['address', 'account-and-address', 'account']) expect(usesOf(level)).toEqual([1]);
    // An IPv4 address has no wider network.
    for (const level of ['network', 'widest-network']) expect(usesOf(level)).toEqual([]);
  });

  test('are forgotten after a success, and one of them by the address', async () => {
    const { throttle, use, usesOf } = stage();
    await use();
    await use();
    await throttle.reset('a@x.test', ADDRESS);
    expect(usesOf('address')).toEqual([1]);
    for (const level of ['account-and-address', 'account', 'trusted']) expect(usesOf(level)).toEqual([]);
  });

  test('are forgotten with the trust, and the address keeps them', async () => {
    const { throttle, use, usesOf } = stage();
    await use();
    await throttle.trust('a@x.test', ADDRESS);
    expect(usesOf('address')).toEqual([1]);
    for (const level of ['account-and-address', 'account']) expect(usesOf(level)).toEqual([]);
    expect(usesOf('trusted')).toEqual([1]);
  });

  test('count for the network of an IPv6 address, too', async () => {
    const { throttle, use, usesOf } = stage({ perAddress: 1 });
    const at = (subnet: number) => `2001:db8:0:${subnet}::1`;
    for (let subnet = 0; subnet < 4; subnet += 1)
      expect(await use(`${subnet}@x.test`, at(subnet))).toBeNull();
    expect(await use('4@x.test', at(4))).toBe(WAIT_SECONDS);
    await throttle.uncount('4@x.test', at(4));
    expect(usesOf('network')).toEqual([4]);
    expect(usesOf('address')).toEqual([1, 1, 1, 1, 0]);
    expect(await use('0@x.test', at(0))).toBe(WAIT_SECONDS);
    // What its own limit refuses does not count for the network.
    expect(usesOf('network')).toEqual([4]);
  });

  test('G6 F10: count for the /48 of an IPv6 address: as many as four of its 256 /56 have', async () => {
    const { throttle, use, usesOf } = stage({ perAddress: 1 });
    const at = (customer: number, subnet: number) => `2001:db8:0:${customer.toString(16)}${subnet}::1`;
    for (let customer = 1; customer <= 4; customer += 1) {
      for (let subnet = 10; subnet < 14; subnet += 1)
        expect(await use(`${customer}-${subnet}@x.test`, at(customer, subnet))).toBeNull();
    }
    expect(await use('5@x.test', at(5, 10))).toBe(WAIT_SECONDS);
    expect(usesOf('account')).toHaveLength(16);
    await throttle.uncount('5@x.test', at(5, 10));
    expect(usesOf('widest-network')).toEqual([16]);
    // What a /56 is refused does not count for the /48.
    expect(await use('1@x.test', at(1, 14))).toBe(WAIT_SECONDS);
    expect(usesOf('widest-network')).toEqual([16]);
    expect(await use('5@x.test', '2001:db8:1:510::1')).toBeNull();
    // No IPv4 address has a wider network.
    expect(await use('5@x.test', '192.0.2.5')).toBeNull();
    expect(usesOf('widest-network')).toEqual([16, 1]);
  });
});
