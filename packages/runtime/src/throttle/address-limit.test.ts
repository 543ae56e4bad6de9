import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AddressLimit } from './address-limit.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const limitOf = (limit: number, maxKeys = 100) =>
  new AddressLimit({ name: 'test', limit, windowSeconds: 60, maxKeys });

/** What so many uses of each address in turn are answered. */
function use(limit: AddressLimit, addresses: readonly string[], times = 1) {
  return addresses.flatMap((address) => Array.from({ length: times }, () => limit.use(address)));
}

describe('F10: a limit by address', () => {
  test('refuses what one address uses beyond it, until its window has ended', () => {
    const limit = limitOf(2);
    expect(use(limit, ['192.0.2.7'], 3)).toEqual([null, null, 60]);
    expect(limit.use('192.0.2.8')).toBeNull();
    jest.advanceTimersByTime(59_500);
    expect(limit.use('192.0.2.7')).toBe(1);
    jest.advanceTimersByTime(500);
    expect(limit.use('192.0.2.7')).toBeNull();
  });

  test('is one for all addresses of a /64 of IPv6', () => {
    expect(use(limitOf(2), ['2001:db8::1', '2001:db8::2', '2001:db8::3'])).toEqual([null, null, 60]);
  });

  test('is four times as high for all networks of a /56', () => {
    const networks = ['2001:db8:0:1::', '2001:db8:0:2::', '2001:db8:0:3::', '2001:db8:0:4::'];
    const limit = limitOf(2);
    expect(use(limit, networks, 2)).toEqual(Array(8).fill(null));
    jest.advanceTimersByTime(20_000);
    expect(limit.use('2001:db8:0:5::')).toBe(40);
    expect(limit.use('2001:db8:1:1::')).toBeNull();
  });

  test('F10: is sixteen times as high for all networks of a /48', () => {
    const networks = Array.from({ length: 16 }, (_, network) => `2001:db8:0:${network.toString(16)}00::`);
    const limit = limitOf(2);
    expect(use(limit, networks, 2)).toEqual(Array(32).fill(null));
    jest.advanceTimersByTime(20_000);
    expect(limit.use('2001:db8:0:1000::')).toBe(40);
    expect(limit.use('2001:db8:1:1000::')).toBeNull();
  });

  test('F10: takes nothing of what a /48 shares for a /56 that is refused', () => {
    const limit = limitOf(1);
    const networks = Array.from({ length: 40 }, (_, network) => `2001:db8:0:${network.toString(16)}::`);
    expect(use(limit, networks).filter((seconds) => seconds === null)).toHaveLength(4);
    const others = Array.from({ length: 12 }, (_, network) => `2001:db8:0:${(network + 1).toString(16)}00::`);
    expect(use(limit, others)).toEqual(Array(12).fill(null));
  });

  test('takes nothing of what its neighbours share for an address that is refused', () => {
    const limit = limitOf(1);
    expect(use(limit, ['2001:db8:0:1::'], 9).filter((seconds) => seconds === null)).toHaveLength(1);
    expect(limit.use('2001:db8:0:2::')).toBeNull();
  });

  test('forgets the oldest address where there are too many', () => {
    const limit = limitOf(1, 2);
    expect(use(limit, ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.1'])).toEqual(Array(4).fill(null));
  });
});
